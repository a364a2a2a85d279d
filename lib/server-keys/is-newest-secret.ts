import type { Db } from '#lib/db/database.ts'
import type { ServerKeys } from '#lib/server-keys/server-keys.ts'
import { findMasterId } from '#lib/server-keys/store.ts'

/**
 * Whether rows of another master secret are to be moved to our current one: it is the one with which an instance has
 * started last. While instances go over from "old,new" to "new,old" one after the other, those that have not would
 * otherwise move back whatever the others move.
 */
export async function isNewestSecret(db: Db, keys: ServerKeys): Promise<boolean> {
  return (await findMasterId(db)) === keys.current.id
}

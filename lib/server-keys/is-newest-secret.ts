import type { Db } from '#lib/db/database.ts'
import type { ServerKeys } from '#lib/server-keys/server-keys.ts'
import { findMasterId } from '#lib/server-keys/store.ts'

/**
 * Whether rows of another master secret should move to our current one, which is the one that an instance last started
 * with. During a rolling change from "old,new" to "new,old", instances that haven't changed would otherwise move rows
 * back.
 */
export async function isNewestSecret(db: Db, keys: ServerKeys): Promise<boolean> {
  return (await findMasterId(db)) === keys.current.id
}

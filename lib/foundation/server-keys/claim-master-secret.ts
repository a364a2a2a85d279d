import type { Db } from '#lib/foundation/db/database.ts'
import type { ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { findMasterId, insertMasterId, updateMasterId } from '#lib/foundation/server-keys/store.ts'
import { EnvError } from '#lib/kernel/env.ts'

/**
 * Ties the database to its master secret: with another one, every key and token in it would silently be void.
 * @throws EnvError if none of the configured secrets created this database
 */
export async function claimMasterSecret(db: Db, keys: ServerKeys): Promise<void> {
  const recorded = await insertMasterId(db, keys.current.id)
  if (recorded === keys.current.id) return
  if (!keys.all.some((set) => set.id === recorded)) {
    throw new EnvError(
      'LATCHKEY_SECRET is not the one this database was made with: set the former one, or "new,old" to change it.',
    )
  }
  await updateMasterId(db, keys.current.id)
}

/**
 * Whether rows of another master secret should move to our current one: only if an instance last started with it.
 * During a rolling change to "new,old", instances that still have "old,new" would otherwise move rows back.
 */
export async function isNewestSecret(db: Db, keys: ServerKeys): Promise<boolean> {
  return (await findMasterId(db)) === keys.current.id
}

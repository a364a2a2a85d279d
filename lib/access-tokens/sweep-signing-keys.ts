import { deleteOutdatedSigningKeys } from '#lib/access-tokens/store.ts'
import type { Db } from '#lib/db/database.ts'

/** Deletes the keys under which no token can be good any more. @returns how many there were */
export function sweepSigningKeys(db: Db): Promise<number> {
  return deleteOutdatedSigningKeys(db)
}

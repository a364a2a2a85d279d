import type { Db } from '#lib/db/database.ts'
import { deleteDeadFamilies } from '#lib/refresh-tokens/store.ts'

/** Deletes at most `limit` families in whose name no token can be good any more. @returns how many there were */
export function sweepFamilies(db: Db, limit: number): Promise<number> {
  return deleteDeadFamilies(db, limit)
}

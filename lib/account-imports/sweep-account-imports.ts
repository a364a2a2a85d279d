import { deleteOldImports } from '#lib/account-imports/store.ts'
import type { Db } from '#lib/db/database.ts'

/** Deletes at most `limit` uploads with which nothing has happened for a day. @returns how many there were */
export function sweepAccountImports(db: Db, limit: number): Promise<number> {
  return deleteOldImports(db, limit)
}

import type { Db } from '#lib/db/database.ts'
import { deleteOldGrants } from '#lib/sso-grants/store.ts'

/** Deletes at most `limit` grants that nobody can be told about any more. @returns how many there were */
export function sweepGrants(db: Db, limit: number): Promise<number> {
  return deleteOldGrants(db, limit)
}

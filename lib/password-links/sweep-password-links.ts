import type { Db } from '#lib/db/database.ts'
import { deleteExpiredLinks } from '#lib/password-links/store.ts'

/** Deletes at most `limit` links that have expired. @returns how many there were */
export function sweepPasswordLinks(db: Db, limit: number): Promise<number> {
  return deleteExpiredLinks(db, limit)
}

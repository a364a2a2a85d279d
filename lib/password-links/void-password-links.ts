import type { Db } from '#lib/db/database.ts'
import { deleteUsableLinks } from '#lib/password-links/store.ts'

/** Makes every link by which this user could set a password unusable, inside the transaction that asks for it. */
export function voidPasswordLinks(db: Db, userId: string): Promise<void> {
  return deleteUsableLinks(db, 'set_password', userId)
}

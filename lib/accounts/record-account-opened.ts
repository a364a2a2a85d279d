import { openedInsertForEach, setOpened } from '#lib/accounts/launcher-store.ts'
import type { Db } from '#lib/db/database.ts'

/** Notes that this user has opened the account just now, for "Recent" and "last opened" in the launcher. */
export function recordAccountOpened(db: Db, userId: string, accountId: string): Promise<void> {
  return setOpened(db, userId, accountId)
}

/** The same for a statement that decides about more at once. */
export const accountOpenedInStatement = openedInsertForEach

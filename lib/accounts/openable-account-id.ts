import type { Expression } from 'kysely'
import { selectOpenableId } from '#lib/accounts/launcher-store.ts'
import type { Db } from '#lib/db/database.ts'

/** What `findOpenableAccount` asks, for a statement that decides about more at the same instant: null where it is not. */
export function openableAccountId(db: Db, userId: Expression<string>, accountId: Expression<string>) {
  return selectOpenableId(db, userId, accountId)
}

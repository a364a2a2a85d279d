import {
  accessListIfShort,
  idsShown,
  type PageRequest,
  searchOrder,
} from '#lib/domain/accounts/accounts/search-store.ts'
import { accountColumns, inParts } from '#lib/domain/accounts/accounts/store.ts'
import type { AccountWithAccess } from '#lib/domain/people/users/account-access.ts'
import { type AccountSource, everyAccount } from '#lib/foundation/db/account-search.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

/** Adds accounts to the user's list, without unknown IDs and accounts already listed. @returns how many were added */
export async function grantAccountAccess(db: Db, userId: string, accountIds: readonly string[]): Promise<number> {
  let granted = 0
  for (const ids of inParts(accountIds)) {
    const rows = await db
      .insertInto('user_accounts')
      .columns(['user_id', 'account_id', 'granted_at'])
      .expression((eb) =>
        eb
          .selectFrom('accounts')
          .select((account) => [account.val(userId).as('user_id'), 'id', nowMs.as('granted_at')])
          .where('id', 'in', ids),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doNothing())
      .returning('account_id')
      .execute()
    granted += rows.length
  }
  return granted
}

/** @returns how many of these accounts were on the list */
export async function revokeAccountAccess(db: Db, userId: string, accountIds: readonly string[]): Promise<number> {
  let revoked = 0
  for (const ids of inParts(accountIds)) {
    const rows = await db
      .deleteFrom('user_accounts')
      .where('user_id', '=', userId)
      .where('account_id', 'in', ids)
      .returning('account_id')
      .execute()
    revoked += rows.length
  }
  return revoked
}

export async function revokeAllAccountAccess(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user_accounts').where('user_id', '=', userId).execute()
}

/** The IDs on this user's list, sorted, including suspended accounts. */
export async function listAccountAccessIds(db: Db, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('user_accounts')
    .select('account_id')
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

export async function countAccountAccess(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('user_accounts').where('user_id', '=', userId))
}

export type AccountAccessFilter = Readonly<{ userId: string; listedOnly: boolean }>

/** A page of accounts by name, or the accounts that contain every word; each with whether it is on the user's list. */
export async function listAccountsWithAccess(
  db: Db,
  filter: AccountAccessFilter,
  page: PageRequest,
): Promise<AccountWithAccess[]> {
  const idsFrom = (source: AccountSource) => accountsWithAccess(db, filter, source).select('a.id')
  const few = filter.listedOnly ? await accessListIfShort(db, filter.userId) : undefined
  const rows = await accountsWithAccess(db, filter, everyAccount)
    .select([...accountColumns, 'l.user_id as listedFor'])
    .where('a.id', 'in', idsShown(db, page, { idsFrom, few }))
    .orderBy(searchOrder(page.words))
    .limit(page.limit)
    .execute()
  return rows.map(({ listedFor, ...account }) => ({ ...account, listed: listedFor !== null }))
}

function accountsWithAccess(db: Db, { userId, listedOnly }: AccountAccessFilter, source: AccountSource) {
  const all = db
    .selectFrom(source)
    .leftJoin('user_accounts as l', (join) => join.onRef('l.account_id', '=', 'a.id').on('l.user_id', '=', userId))
  return listedOnly ? all.where('l.user_id', 'is not', null) : all
}

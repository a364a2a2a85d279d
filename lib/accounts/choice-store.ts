import type { AccountChoice } from '#lib/accounts/account.ts'
import { idsShown, type PageRequest, searchOrder } from '#lib/accounts/search-store.ts'
import { findShortListOf } from '#lib/accounts/short-lists-store.ts'
import { toAccount } from '#lib/accounts/store.ts'
import { type AccountSource, everyAccount } from '#lib/db/account-search.ts'
import type { Db } from '#lib/db/database.ts'

export type ChoiceFilter = Readonly<{
  userId: string
  /** Only those on the user's list. */
  listedOnly: boolean
}>

/** The accounts by name, or those in which every word occurs; each with whether it is on the user's list. */
export async function listChoices(db: Db, filter: ChoiceFilter, page: PageRequest): Promise<AccountChoice[]> {
  const idsFrom = (source: AccountSource) => choices(db, filter, source).select('a.id')
  const few = filter.listedOnly ? await findShortListOf(db, filter.userId) : undefined
  const rows = await choices(db, filter, everyAccount)
    .selectAll('a')
    .select('l.user_id as listed_for')
    .where('a.id', 'in', idsShown(db, page, idsFrom, few))
    .orderBy(searchOrder(page.words))
    .limit(page.limit)
    .execute()
  return rows.map((row) => ({ ...toAccount(row), listed: row.listed_for !== null }))
}

/** How many accounts are on the user's list. */
export async function countListed(db: Db, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('user_accounts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return total
}

/** Those of the ids that are accounts. */
export async function findKnownIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').where('id', 'in', ids).execute()
  return rows.map((row) => row.id)
}

function choices(db: Db, { userId, listedOnly }: ChoiceFilter, source: AccountSource) {
  const all = db
    .selectFrom(source)
    .leftJoin('user_accounts as l', (join) => join.onRef('l.account_id', '=', 'a.id').on('l.user_id', '=', userId))
  return listedOnly ? all.where('l.user_id', 'is not', null) : all
}

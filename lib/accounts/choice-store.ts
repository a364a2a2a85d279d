import type { AccountChoice } from '#lib/accounts/account.ts'
import { holdsWords, isBehind, searchOrder } from '#lib/accounts/search-store.ts'
import { toAccount } from '#lib/accounts/store.ts'
import type { Db } from '#lib/db/database.ts'

export type ChoiceFilter = Readonly<{
  userId: string
  words: readonly string[]
  /** Only those on the user's list. */
  listedOnly: boolean
}>

/** The accounts behind the one whose id is `after`, each with whether it is on the user's list. */
export async function listChoices(
  db: Db,
  filter: ChoiceFilter,
  after: string | undefined,
  limit: number,
): Promise<AccountChoice[]> {
  const page = choices(db, filter)
    .selectAll('a')
    .select('l.user_id as listed_for')
    .orderBy(searchOrder(filter.words))
    .limit(limit)
  const rows = await (after === undefined ? page : page.where(isBehind(filter.words, after))).execute()
  return rows.map((row) => ({ ...toAccount(row), listed: row.listed_for !== null }))
}

/** How many accounts the filter lets through, on all pages. */
export async function countChoices(db: Db, filter: ChoiceFilter): Promise<number> {
  const { total } = await choices(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Those of the ids that are accounts. */
export async function findKnownIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').where('id', 'in', ids).execute()
  return rows.map((row) => row.id)
}

function choices(db: Db, { userId, words, listedOnly }: ChoiceFilter) {
  const all = db
    .selectFrom('accounts as a')
    .leftJoin('user_accounts as l', (join) => join.onRef('l.account_id', '=', 'a.id').on('l.user_id', '=', userId))
    .where(holdsWords(words))
  return listedOnly ? all.where('l.user_id', 'is not', null) : all
}

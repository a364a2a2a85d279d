import type { SelectQueryBuilder } from 'kysely'
import { type AccountSource, accountsListedIn, suspendedAccounts } from '#lib/db/account-search.ts'
import type { Db } from '#lib/db/database.ts'

/** So many are read from the first to the last before the next letter is typed. */
const shortList = 5_000
/** These more quickly: an index holds all that is asked of them. */
const fewSuspended = 20_000

/** The accounts on a user's list, unless it is so long that it is quicker to look for those that are shown. */
export async function findShortListOf(db: Db, userId: string): Promise<AccountSource | undefined> {
  const ids = db.selectFrom('user_accounts').select('account_id as id').where('user_id', '=', userId)
  return (await isShort(db, ids, shortList)) ? accountsListedIn(db, 'user_accounts', userId) : undefined
}

/** The suspended accounts, unless there are so many. */
export async function findFewSuspended(db: Db): Promise<AccountSource | undefined> {
  const ids = db.selectFrom('accounts').select('id').where('suspended_at', 'is not', null)
  return (await isShort(db, ids, fewSuspended)) ? suspendedAccounts : undefined
}

/** Counts no further than it has to. */
async function isShort<Tables, Joined extends keyof Tables>(
  db: Db,
  ids: SelectQueryBuilder<Tables, Joined, { id: string }>,
  most: number,
): Promise<boolean> {
  const { total } = await db
    .selectFrom(ids.limit(most + 1).as('ids'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total <= most
}

import { type Db, nowMs } from '#lib/db/database.ts'

/** Parameters of one statement stay far below what either engine takes. */
const accountsPerStatement = 500

/** Puts accounts on the user's list; what is no account, or on it already, is left out. @returns how many were added */
export async function addListedAccounts(db: Db, userId: string, accountIds: readonly string[]): Promise<number> {
  let added = 0
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
    added += rows.length
  }
  return added
}

/** @returns how many were on the list */
export async function removeListedAccounts(db: Db, userId: string, accountIds: readonly string[]): Promise<number> {
  let removed = 0
  for (const ids of inParts(accountIds)) {
    const rows = await db
      .deleteFrom('user_accounts')
      .where('user_id', '=', userId)
      .where('account_id', 'in', ids)
      .returning('account_id')
      .execute()
    removed += rows.length
  }
  return removed
}

/** The ids on this user’s list, sorted; no word about which of them are suspended. */
export async function listListedAccounts(db: Db, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('user_accounts')
    .select('account_id')
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

/** Takes every account from the user's list. */
export async function clearListedAccounts(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user_accounts').where('user_id', '=', userId).execute()
}

/** How many of these accounts are on the user's list. */
export async function countListedAmong(db: Db, userId: string, accountIds: readonly string[]): Promise<number> {
  let listed = 0
  for (const ids of inParts(accountIds)) {
    const row = await db
      .selectFrom('user_accounts')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .where('account_id', 'in', ids)
      .executeTakeFirstOrThrow()
    listed += Number(row.total)
  }
  return listed
}

function inParts(ids: readonly string[]): string[][] {
  const parts = Math.ceil(ids.length / accountsPerStatement)
  return Array.from({ length: parts }, (_, part) =>
    ids.slice(part * accountsPerStatement, (part + 1) * accountsPerStatement),
  )
}

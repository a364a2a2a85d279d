import type { Account, AccountFields, NewAccount } from '#lib/domain/accounts/accounts/account.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { toSearchText } from '#lib/domain/accounts/accounts/search-text.ts'
import { addAccountWords } from '#lib/domain/accounts/accounts/spelling-store.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { givenTexts, insertGiven } from '#lib/foundation/db/given-rows.ts'
import { forUpdate } from '#lib/foundation/db/lock-rows.ts'

const idsPerStatement = 500

/** Every column but `search_text`. */
export const accountColumns = [
  'id',
  'name',
  ...accountFields.columns,
  'created_at as createdAt',
  'suspended_at as suspendedAt',
] as const

/** The account, active or suspended. */
export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').select(accountColumns).where('id', '=', id).executeTakeFirst()
}

/** As {@link findAccount}; others can't change the account until the transaction ends. */
export async function lockAccount(trx: DbTransaction, id: string): Promise<Account | undefined> {
  return trx
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', id)
    .modifyEnd(forUpdate(trx))
    .executeTakeFirst()
}

/** The accounts that exist among these IDs, by ID. */
export async function findAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  const given = givenTexts(db, ids)
  const accounts = await db.selectFrom('accounts').select(accountColumns).where('id', 'in', given).execute()
  return new Map(accounts.map((account) => [account.id, account]))
}

/** @returns undefined if the ID is taken */
export async function insertAccount(db: Db, account: NewAccount): Promise<Account | undefined> {
  const added = await db
    .insertInto('accounts')
    .values(toRow(account))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
  if (added) await addAccountWords(db, [toSearchText(added)])
  return added
}

/** Adds the new accounts and updates the others. */
export async function upsertAccounts(db: Db, accounts: readonly NewAccount[]): Promise<void> {
  const rows = accounts.map((account) => ({ ...account, searchText: toSearchText(account) }))
  await insertGiven(db, {
    into: 'accounts',
    rows,
    toColumns: (given) => ({
      id: given.id,
      name: given.name,
      search_text: given.searchText,
      ...accountFields.perColumn((field) => given[field]),
      created_at: nowMs,
    }),
  })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        search_text: ref('excluded.search_text'),
        ...accountFields.perColumn((_, column) => ref(`excluded.${column}`)),
      })),
    )
    .execute()
  await addAccountWords(
    db,
    rows.map(({ searchText }) => searchText),
  )
}

/** @returns undefined for an unknown ID */
export async function updateFields(db: Db, id: string, fields: AccountFields): Promise<Account | undefined> {
  const updated = await db
    .updateTable('accounts')
    .set(toFieldColumns({ ...fields, id }))
    .where('id', '=', id)
    .returning(accountColumns)
    .executeTakeFirst()
  if (updated) await addAccountWords(db, [toSearchText(updated)])
  return updated
}

/** @returns undefined for an unknown ID, and for an account that is already in this state */
export async function setSuspended(db: Db, id: string, isSuspended: boolean): Promise<Account | undefined> {
  const [account] = await setAllSuspended(db, [id], isSuspended)
  return account
}

/** @returns the accounts that changed: those that exist and were not in this state */
export async function setAllSuspended(db: Db, ids: readonly string[], isSuspended: boolean): Promise<Account[]> {
  return db
    .updateTable('accounts')
    .set({ suspended_at: isSuspended ? nowMs : null })
    .where('id', 'in', givenTexts(db, ids))
    .where('suspended_at', isSuspended ? 'is' : 'is not', null)
    .returning(accountColumns)
    .execute()
}

type ActiveWindow = Readonly<{ after: string; createdBefore: number; limit: number }>

/** The next active accounts by ID, of those created before an instant. */
export async function listActiveIds(db: Db, { after, createdBefore, limit }: ActiveWindow): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '>', after)
    .where('suspended_at', 'is', null)
    .where('created_at', '<', createdBefore)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The IDs that name no account, in the given order. The caller authorizes, and limits the list. */
export async function findUnknownIds(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const known = new Set<string>()
  for (const some of inParts(ids)) {
    const rows = await db.selectFrom('accounts').select('id').where('id', 'in', some).execute()
    for (const { id } of rows) known.add(id)
  }
  return ids.filter((id) => !known.has(id))
}

/** The IDs in parts that one statement of either engine takes as parameters. */
export function inParts(ids: readonly string[]): readonly (readonly string[])[] {
  const parts = Math.ceil(ids.length / idsPerStatement)
  return Array.from({ length: parts }, (_, part) => ids.slice(part * idsPerStatement, (part + 1) * idsPerStatement))
}

export async function hasAccounts(db: Db): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** How many accounts are active: a counter that triggers keep (migration 0012). */
export async function countActiveAccounts(db: Db): Promise<number> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'active-accounts').executeTakeFirst()
  return row?.value ?? 0
}

/** Counts up to `max`, in the index of suspended accounts. */
export async function countSuspendedAccounts(db: Db, max: number): Promise<number> {
  const suspended = db.selectFrom('accounts').select('id').where('suspended_at', 'is not', null).limit(max)
  return countRows(db.selectFrom(suspended.as('suspended')))
}

function toRow(account: NewAccount) {
  return { id: account.id, ...toFieldColumns(account), created_at: nowMs, suspended_at: null }
}

function toFieldColumns(account: NewAccount) {
  return {
    name: account.name,
    search_text: toSearchText(account),
    ...accountFields.perColumn((field) => account[field]),
  }
}

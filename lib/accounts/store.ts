import type { Account, AccountFields, NewAccount } from '#lib/accounts/account.ts'
import { toSearchText } from '#lib/accounts/search-text.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { AccountRow } from '#lib/db/tables.ts'

const idsPerStatement = 500

/** The account, active or suspended. */
export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** The accounts that exist among these IDs, by ID. */
export async function findAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  const rows = await db.selectFrom('accounts').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toAccount(row)]))
}

/** @returns undefined if the ID is taken */
export async function insertAccount(db: Db, account: NewAccount): Promise<Account | undefined> {
  const row = await db
    .insertInto('accounts')
    .values(toRow(account))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Adds the new accounts and updates the others, in one statement. */
export async function upsertAccounts(db: Db, accounts: readonly NewAccount[]): Promise<void> {
  await db
    .insertInto('accounts')
    .values(accounts.map(toRow))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        search_text: ref('excluded.search_text'),
        locale: ref('excluded.locale'),
        deep_path: ref('excluded.deep_path'),
      })),
    )
    .execute()
}

/** @returns undefined for an unknown ID */
export async function updateFields(db: Db, id: string, fields: AccountFields): Promise<Account | undefined> {
  const row = await db
    .updateTable('accounts')
    .set(toFieldColumns({ id, ...fields }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toAccount(row)
}

/** @returns undefined for an unknown ID, and for an account that is already in this state */
export async function setSuspended(db: Db, id: string, isSuspended: boolean): Promise<Account | undefined> {
  const row = await db
    .updateTable('accounts')
    .set({ suspended_at: isSuspended ? nowMs : null })
    .where('id', '=', id)
    .where('suspended_at', isSuspended ? 'is' : 'is not', null)
    .returningAll()
    .executeTakeFirst()
  return row && toAccount(row)
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

/** Whether any account exists, active or suspended. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Every column but `search_text`. */
export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    locale: row.locale,
    deepPath: row.deep_path,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at,
  }
}

function toRow(account: NewAccount) {
  return { id: account.id, ...toFieldColumns(account), created_at: nowMs, suspended_at: null }
}

function toFieldColumns(account: NewAccount) {
  return {
    name: account.name,
    search_text: toSearchText(account),
    locale: account.locale,
    deep_path: account.deepPath,
  }
}

import { type SqlBool, sql } from 'kysely'
import type { Account, AccountFields, AccountState, NewAccount } from '#lib/accounts/account.ts'
import { accountsPerPage } from '#lib/accounts/paging.ts'
import { idsShown, type PageRequest, searchOrder } from '#lib/accounts/search-store.ts'
import { toSearchText } from '#lib/accounts/search-text.ts'
import { findFewSuspended } from '#lib/accounts/short-lists-store.ts'
import { type AccountSource, everyAccount } from '#lib/db/account-search.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { AccountRow } from '#lib/db/tables.ts'

/** The account, suspended or not. */
export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** Those that exist, by id. */
export async function findAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  const rows = await db.selectFrom('accounts').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toAccount(row)]))
}

/** @returns undefined when the id is taken */
export async function insertAccount(db: Db, account: NewAccount): Promise<Account | undefined> {
  const row = await db
    .insertInto('accounts')
    .values(toRow(account))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toAccount(row)
}

/** One statement for all of them: new ones are added, the others get these fields. */
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

/** @returns undefined where there is no such account */
export async function updateFields(db: Db, id: string, fields: AccountFields): Promise<Account | undefined> {
  const row = await db
    .updateTable('accounts')
    .set(toFieldColumns({ id, ...fields }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toAccount(row)
}

/** @returns undefined when there is no such account or it is suspended already */
export async function suspend(db: Db, id: string): Promise<Account | undefined> {
  const row = await db
    .updateTable('accounts')
    .set({ suspended_at: nowMs })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toAccount(row)
}

/** @returns undefined when there is no such account or it is not suspended */
export async function resume(db: Db, id: string): Promise<Account | undefined> {
  const row = await db
    .updateTable('accounts')
    .set({ suspended_at: null })
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  return row && toAccount(row)
}

/** The accounts in this state by name, or those in which every word occurs, the closest first. */
export async function listInState(db: Db, state: AccountState, page: PageRequest): Promise<Account[]> {
  const idsFrom = (source: AccountSource) => inState(db, state, source).select('a.id')
  const few = state === 'suspended' ? await findFewSuspended(db) : undefined
  const rows = await inState(db, state, everyAccount)
    .selectAll('a')
    .where('a.id', 'in', idsShown(db, page, idsFrom, few))
    .orderBy(searchOrder(page.words))
    .limit(page.limit)
    .execute()
  return rows.map(toAccount)
}

/**
 * The account directly before this one by name; undefined where fewer than a page of accounts come before it: the first
 * page has it then.
 */
export async function findAccountBefore(db: Db, id: string): Promise<string | undefined> {
  const byName = (table: string) => sql`(${sql.ref(`${table}.search_text`)}, ${sql.ref(`${table}.id`)})`
  const rows = await db
    .selectFrom('accounts as a')
    .select('a.id')
    .where(sql<SqlBool>`${byName('a')} < (select search_text, id from accounts where id = ${id})`)
    .orderBy('a.search_text', 'desc')
    .orderBy('a.id', 'desc')
    .limit(accountsPerPage)
    .execute()
  return rows.length < accountsPerPage ? undefined : rows[0]?.id
}

/** Whether there is any account, in whatever state. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** What leaves the row: all but the text that searches read. */
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

function inState(db: Db, state: AccountState, source: AccountSource) {
  const accounts = db.selectFrom(source)
  if (state === 'all') return accounts
  return accounts.where('a.suspended_at', state === 'suspended' ? 'is not' : 'is', null)
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

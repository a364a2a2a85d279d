import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { listAccounts } from '#lib/accounts/manage-accounts.ts'
import { listManaged } from '#lib/accounts/managed-list-store.ts'
import { toSearchText } from '#lib/accounts/search-text.ts'
import { systemClock } from '#lib/clock.ts'
import { openDatabase } from '#lib/db/database.ts'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { readEnv } from '#lib/env.ts'
import { root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { makeEmptyDatabase } from '#lib/testing/test-postgres.ts'
import { openTestServices, testEngine, testSecret } from '#lib/testing/test-services.ts'
import { listUserRows } from '#lib/users/list-store.ts'

async function openNew() {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const variables = { DATA_DIR: dataDir, LATCHKEY_SECRET: testSecret }
  const url = testEngine() === 'postgres' ? { DATABASE_URL: await makeEmptyDatabase() } : {}
  const db = openDatabase(readEnv({ ...variables, ...url }), systemClock, 'command')
  onTestFinished(() => db.destroy())
  return db
}

it('finds the accounts that were there before there was an index', async () => {
  const db = await openNew()
  const former = Object.entries(migrations).filter(([name]) => name < '0003')
  await migrate(db, Object.fromEntries(former))
  const accounts = ['Alpha', 'Bravo Ärger', '\u041c\u043e\u043b\u043e\u043a\u043e'].map((name, index) => {
    const account = { id: `Id-${index}`, name }
    const columns = { search_text: toSearchText(account), locale: null, deep_path: null, created_at: 1 }
    return { ...account, ...columns, suspended_at: index === 1 ? 1 : null }
  })
  await db.insertInto('accounts').values(accounts).execute()
  await migrate(db)
  const find = async (...words: string[]) => (await listManaged(db, {}, { words, limit: 10 })).map(({ id }) => id)
  expect([await find('alp'), await find('a'), await find('arge'), await find('\u043c\u043e')]).toEqual([
    ['Id-0'],
    ['Id-0', 'Id-1'],
    ['Id-1'],
    ['Id-2'],
  ])
  expect([await find('id-'), await find('id-1'), await find('d-2')]).toEqual([
    ['Id-0', 'Id-1', 'Id-2'],
    ['Id-1'],
    ['Id-2'],
  ])
  const suspended = await listManaged(db, { state: 'suspended' }, { words: ['bravo'], limit: 10 })
  expect(suspended.map(({ id }) => id)).toEqual(['Id-1'])
})

it('adds the spellings of accounts and users that were there before', async () => {
  const db = await openNew()
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0008')))
  const before = { locale: null, deep_path: null, created_at: 1, suspended_at: null }
  // More than one statement changes, and names that stay as they are between them.
  const names = Array.from({ length: 2_500 }, (_, index) => (index % 7 === 0 ? `Plain ${index}` : `Müller  ${index}`))
  const accounts = [...names, 'Große Straße', 'Ørsted', '\u6771\u4eac'].map((name, index) => ({
    id: `Id-${index}`,
    name,
  }))
  const oldText = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
      .replace(/\s+/gu, ' ')
  for (let start = 0; start < accounts.length; start += 500) {
    const part = accounts.slice(start, start + 500)
    const rows = part.map(({ id, name }) => ({ id, name, search_text: `${oldText(name)}\n${oldText(id)}`, ...before }))
    await db.insertInto('accounts').values(rows).execute()
  }
  const user = {
    username: 'jörg',
    username_key: 'jörg',
    name: 'Jörg Weiß',
    role: 'agent',
    account_scope: 'all',
  } as const
  const columns = { id: 'usr_1', email: null, email_key: null, created_at: 1, created_by: 'operator' }
  await db
    .insertInto('users')
    .values({ ...user, ...columns, search_text: 'jorg weiß\njorg\n' })
    .execute()
  await migrate(db)
  const stored = await db.selectFrom('accounts').select(['id', 'name', 'search_text']).execute()
  expect(stored.filter((row) => row.search_text !== toSearchText(row))).toEqual([])
  const find = async (...words: string[]) => (await listManaged(db, {}, { words, limit: 10 })).map(({ id }) => id)
  expect([
    await find('mueller', '2498'),
    await find('strasse'),
    await find('oersted'),
    await find('uller', '2498'),
  ]).toEqual([['Id-2498'], ['Id-2500'], ['Id-2501'], ['Id-2498']])
  expect(await listUserRows(db, { search: 'joerg weiss', offset: 0, limit: 10 })).toMatchObject([{ id: 'usr_1' }])
})

it('looks for an expanded name by its own index', async () => {
  const services = await openTestServices()
  // PostgreSQL may have looked at the empty table before.
  const accounts = Array.from({ length: 2_000 }, (_, index) => ({ id: `acc-${index}`, name: `Älteste Mühle ${index}` }))
  for (let start = 0; start < accounts.length; start += 500) {
    const rows = accounts.slice(start, start + 500).map((account) => {
      const columns = { search_text: toSearchText(account), locale: null, deep_path: null, created_at: 1 }
      return { ...account, ...columns, suspended_at: null }
    })
    await services.db.insertInto('accounts').values(rows).execute()
  }
  if (testEngine() === 'postgres') await sql`analyze accounts`.execute(services.db)
  const plans = await explain(services.db, (db) => listAccounts({ ...services, db }, root, { query: 'mueller' }))
  expect(plans.join('\n')).toMatch(/(SEARCH accounts USING|Index Scan using) .*accounts_by_expanded_name/)
})

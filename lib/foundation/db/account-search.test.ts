import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { listAccounts } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { listManaged } from '#lib/domain/accounts/accounts/managed-list-store.ts'
import { toSearchText } from '#lib/domain/accounts/accounts/search-text.ts'
import { openDatabase } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { migrate } from '#lib/foundation/db/migrate.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { emptyDatabase, openTestServices, testSecret } from '#lib/testing/test-services.ts'
import { makeVersion01 } from '#lib/testing/version-0-1/make-version-0-1.ts'

async function openNew() {
  const dataDir = mkdtempSync(join(inject('dataFolders'), 'data-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const variables = { DATA_DIR: dataDir, LATCHKEY_SECRET: testSecret }
  const db = openDatabase(readEnv({ ...variables, ...(await emptyDatabase()) }), systemClock, 'command')
  onTestFinished(() => db.destroy())
  return db
}

it('finds the accounts of a database of 0.1', async () => {
  const db = await openNew()
  await makeVersion01(db)
  await migrate(db)
  const find = async (...words: string[]) => (await listManaged(db, {}, { words, limit: 10 })).map(({ id }) => id)
  expect([
    await find('alp'),
    await find('b'),
    await find('arge'),
    await find('aerger'),
    await find('\u043c\u043e'),
  ]).toEqual([['Id-0'], ['Id-1'], ['Id-1'], ['Id-1'], ['Id-2']])
  expect([await find('id-'), await find('id-1'), await find('d-2')]).toEqual([
    ['Id-0', 'Id-1', 'Id-2'],
    ['Id-1'],
    ['Id-2'],
  ])
  const suspended = await listManaged(db, { state: 'suspended' }, { words: ['bravo'], limit: 10 })
  expect(suspended.map(({ id }) => id)).toEqual(['Id-1'])
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
  if (engineOf(services.db) === 'postgres') await sql`analyze accounts`.execute(services.db)
  const plans = await explain(services.db, (db) => listAccounts({ ...services, db }, root, { query: 'mueller' }))
  expect(plans.join('\n')).toMatch(/(SEARCH accounts USING|Index Scan using) .*accounts_by_expanded_name/)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { toSearchText } from '#lib/accounts/search-text.ts'
import { listInState } from '#lib/accounts/store.ts'
import { systemClock } from '#lib/clock.ts'
import { openDatabase } from '#lib/db/database.ts'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { readEnv } from '#lib/env.ts'
import { makeEmptyDatabase } from '#lib/testing/test-postgres.ts'
import { testEngine, testSecret } from '#lib/testing/test-services.ts'

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
  const find = async (...words: string[]) => (await listInState(db, 'all', { words, limit: 10 })).map(({ id }) => id)
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
  const suspended = await listInState(db, 'suspended', { words: ['bravo'], limit: 10 })
  expect(suspended.map(({ id }) => id)).toEqual(['Id-1'])
})

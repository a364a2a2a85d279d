import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Database, databaseFile } from '#lib/foundation/db/database.ts'
import { migrate } from '#lib/foundation/db/migrate.ts'
import { openSqlite, type SqliteConnection } from '#lib/foundation/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/foundation/db/sqlite/dialect.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { runWithWaitBudget } from '#lib/kernel/wait-budget.ts'

/** Long, so that a busy machine fails no test. Tests of refusals set a shorter limit. */
const lockWaitMs = 60_000
const shortMs = 300

let dataDir: string
let db: Database
/** Another process, as far as SQLite can tell. */
let other: SqliteConnection

beforeEach(async () => {
  dataDir = mkdtempSync(join(inject('dataFolders'), 'data-'))
  const open = () => openSqlite(databaseFile(dataDir), systemClock, 1)
  db = new Kysely<Tables>({ dialect: createSqliteDialect({ writer: open(), reader: open(), lockWaitMs }) })
  other = open()
  await migrate(db)
})

afterEach(async () => {
  other.close()
  await db.destroy()
  rmSync(dataDir, { recursive: true })
})

const insert = (name: string) => db.insertInto('settings').values({ name, value: 'x' }).execute()
const insertInTransaction = (name: string) =>
  db.transaction().execute((trx) => trx.insertInto('settings').values({ name, value: 'x' }).execute())
const read = () => db.selectFrom('settings').select('name').execute()
const failure = (attempt: Promise<unknown>) => attempt.then(() => undefined).catch((error: unknown) => error)
const unavailable = expect.objectContaining({ code: 'temporarily_unavailable', status: 503, retryAfterSeconds: 1 })

describe('while another process holds the lock', () => {
  it('a write waits, the event loop goes on, and the write succeeds once the lock is free', async () => {
    other.run('begin immediate', [])
    const writes = Promise.all([insert('single'), insertInTransaction('in-transaction')])
    let turns = 0
    // The lock is free only once the event loop has gone on.
    const timer = setInterval(() => ++turns === 10 && other.run('commit', []), 5)
    await writes
    clearInterval(timer)
    expect(turns).toBeGreaterThanOrEqual(10)
    expect(await read()).toHaveLength(2)
  })

  it('a read goes on', async () => {
    other.run('begin immediate', [])
    expect(await read()).toEqual([])
    other.run('rollback', [])
  })

  it('writers that wait in one queue are refused together, not one after another', async () => {
    other.run('begin immediate', [])
    const start = performance.now()
    const write = (i: number) => (i % 2 ? insert(`a${i}`) : insertInTransaction(`a${i}`))
    const failures = await Promise.all(
      Array.from({ length: 20 }, (_, i) => runWithWaitBudget(shortMs, () => failure(write(i)))),
    )
    expect(failures).toEqual(Array.from({ length: 20 }, () => unavailable))
    // One after another they would take 20 times as long.
    expect(performance.now() - start).toBeLessThan(10 * shortMs)
    other.run('rollback', [])
    await insert('afterwards')
    expect(await read()).toEqual([{ name: 'afterwards' }])
  })
})

describe('when the disk is full', () => {
  const fill = async () => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db)
  }
  const long = 'x'.repeat(100_000)

  it.each<[string, () => Promise<unknown>]>([
    ['a single write', () => insert(long)],
    ['a transaction', () => insertInTransaction(long)],
  ])('%s is refused as unavailable, and it heals by itself', async (_, write) => {
    await fill()
    expect(await failure(write())).toEqual(unavailable)
    expect(await read()).toEqual([])
    await sql`pragma max_page_count = 1000000`.execute(db)
    await write()
    expect(await read()).toHaveLength(1)
  })
})

describe('a transaction', () => {
  it('lets the next one in after it failed', async () => {
    for (let i = 0; i < 5; i++) {
      const attempt = db.transaction().execute(async (trx) => {
        await trx.insertInto('settings').values({ name: 'a', value: 'x' }).execute()
        throw new Error('no')
      })
      expect(await failure(attempt)).toEqual(new Error('no'))
    }
    await insertInTransaction('a')
    expect(await read()).toEqual([{ name: 'a' }])
  })

  it('that cannot begin lets the next one in', async () => {
    other.run('begin immediate', [])
    expect(await runWithWaitBudget(shortMs, () => failure(insertInTransaction('a')))).toEqual(unavailable)
    other.run('rollback', [])
    await insertInTransaction('a')
  })
})

describe('a read', () => {
  it('cannot be streamed: long lists are read page by page', async () => {
    const stream = async () => {
      for await (const row of db.selectFrom('settings').selectAll().stream()) expect(row).toBeUndefined()
    }
    await expect(stream()).rejects.toThrow('read long lists page by page, by key')
  })
})

describe('the plan of a statement', () => {
  it('does not wait for its values, which would have it made anew for each of them', async () => {
    other.handle.exec(`
      create table parcels (city text, shelf text);
      create index parcels_by_city on parcels (city);
      create index parcels_by_shelf on parcels (shelf);
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
        insert into parcels select iif(i < 990, 'Lima', 'Quito ' || i), i % 20 from n;
      analyze;
    `)
    const planFor = async (city: string) => {
      const { rows } = await sql`explain query plan select * from parcels where city = ${city} and shelf = '1'`.execute(
        db,
      )
      return rows
    }
    const planByValue = other.handle.prepare(`explain query plan select * from parcels where city = ? and shelf = '1'`)
    expect(planByValue.all('Quito 991'), 'SQLite itself').not.toEqual(planByValue.all('Lima'))
    expect(await planFor('Quito 991')).toEqual(await planFor('Lima'))
  })
})

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { type Database, databaseFile, isUniqueViolation } from '#lib/db/database.ts'
import { migrate } from '#lib/db/migrate.ts'
import { CommitThread } from '#lib/db/sqlite/commit-thread.ts'
import { openSqlite, type SqliteConnection } from '#lib/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/db/sqlite/dialect.ts'
import type { Tables } from '#lib/db/tables.ts'
import { runWithWaitBudget } from '#lib/wait-budget.ts'

/** Long, so that a busy disk fails no test. Tests of refusals set a shorter limit. */
const lockWaitMs = 60_000
/** The thread gives up 200 ms earlier than its callers. */
const shortMs = 500
const longMs = 3_000

let dataDir: string
let file: string
let thread: CommitThread
let db: Database
/** Another process, as far as SQLite can tell. */
let other: SqliteConnection
/** How many statements each order had. */
let orders: number[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  file = databaseFile(dataDir)
  orders = []
  thread = watch(new CommitThread(file, 1))
  const open = () => openSqlite(file, systemClock, 1)
  db = new Kysely<Tables>({ dialect: createSqliteDialect({ writer: open(), reader: open(), thread, lockWaitMs }) })
  other = open()
  await migrate(db)
  await insert('first')
  orders = []
})

afterEach(async () => {
  other.close()
  await db.destroy()
  rmSync(dataDir, { recursive: true })
})

function watch(watched: CommitThread): CommitThread {
  const commit = watched.commit.bind(watched)
  watched.commit = (statements, limitMs) => {
    orders.push(statements.length)
    return commit(statements, limitMs)
  }
  return watched
}

const insert = (name: string) => db.insertInto('settings').values({ name, value: 'x' }).execute()
const transact = (...names: string[]) =>
  db.transaction().execute(async (trx) => {
    for (const name of names) await trx.insertInto('settings').values({ name, value: 'x' }).execute()
  })
const onDisk = () =>
  other.run("select name from settings where name != 'first' order by name", []).rows.map((row) => Object(row).name)
const unavailable = expect.objectContaining({ code: 'temporarily_unavailable', retryAfterSeconds: 1 })

describe('single statements', () => {
  it('that arrive together are committed together, and none is answered before', async () => {
    const seen = await Promise.all(['a', 'b', 'c'].map((name) => insert(name).then(onDisk)))
    expect(seen).toEqual(Array(3).fill(['a', 'b', 'c']))
    expect(orders).toEqual([3])
  })

  it('come along where they arrive a little later in the same turn of the event loop', async () => {
    const later = async (name: string) => {
      for (let i = 0; i < 50; i++) await Promise.resolve()
      await insert(name)
    }
    await Promise.all([insert('a'), later('b')])
    expect(orders).toEqual([2])
  })

  it('that arrive while others are committed come next, in portions where there are very many', async () => {
    const first = insert('a')
    await sleep(1)
    await Promise.all([first, ...Array.from({ length: 150 }, (_, i) => insert(`b ${i}`))])
    expect(orders.reduce((sum, size) => sum + size)).toBe(151)
    expect(Math.max(...orders)).toBe(100)
    expect(onDisk()).toHaveLength(151)
  })

  it('give back their rows, and how many they changed', async () => {
    const name = 'a'
    expect(await db.insertInto('settings').values({ name, value: 'x' }).returningAll().execute()).toEqual([
      { name, value: 'x' },
    ])
    expect(await db.deleteFrom('settings').where('name', 'in', ['first', name]).executeTakeFirst()).toEqual({
      numDeletedRows: 2n,
    })
  })

  it('fail alone where one of them is refused, and say why', async () => {
    const outcomes = await Promise.allSettled([insert('a'), insert('first'), insert('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const [, refused] = outcomes
    expect(refused?.status === 'rejected' && isUniqueViolation(refused.reason)).toBe(true)
    expect(onDisk()).toEqual(['a', 'b'])
  })

  it('and transactions keep out of each other’s way', async () => {
    const work = Array.from({ length: 40 }, (_, i) => [insert(`a ${i}`), transact(`b ${i}`, `c ${i}`)])
    await Promise.all(work.flat())
    expect(onDisk()).toHaveLength(120)
  })
})

describe('while another process holds the lock', () => {
  it('they wait, and succeed once it is free', async () => {
    other.run('begin immediate', [])
    const writes = Promise.all([insert('a'), insert('b')])
    await sleep(300)
    other.run('commit', [])
    await writes
    expect(onDisk()).toEqual(['a', 'b'])
  })

  it('each is refused once it has waited long enough', async () => {
    other.run('begin immediate', [])
    const settled: string[] = []
    const refused = async (name: string, limitMs: number) => {
      await expect(runWithWaitBudget(limitMs, () => insert(name))).rejects.toEqual(unavailable)
      settled.push(name)
    }
    const early = refused('a', shortMs)
    await sleep(shortMs / 2)
    const late = refused('b', longMs)
    await early
    // If one commit had refused both, the later one would be settled by now, too.
    await nextTurn()
    expect(settled).toEqual(['a'])
    await late
    other.run('commit', [])
    await insert('c')
    expect(onDisk()).toEqual(['c'])
  })

  it('one that has time left outlasts one of the same order that has not', async () => {
    other.run('begin immediate', [])
    const patient = insert('a')
    await expect(runWithWaitBudget(shortMs, () => insert('b'))).rejects.toEqual(unavailable)
    expect(orders).toContain(2)
    other.run('commit', [])
    await patient
    expect(onDisk()).toEqual(['a'])
  })
})

describe('one that has waited too long for a transaction of this process', () => {
  it('is refused, and not carried out afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const transaction = db.transaction().execute(() => promise)
    await sleep(10)
    await expect(runWithWaitBudget(shortMs, () => insert('a'))).rejects.toEqual(unavailable)
    expect(orders).toEqual([])
    resolve()
    await transaction
    await insert('b')
    expect(onDisk()).toEqual(['b'])
  })
})

describe('the thread', () => {
  it('says so where the commit fails, of everything in it', async () => {
    const insertDangling = "insert into user_accounts values ('usr_none', 'none', 1)"
    const statements = ['pragma defer_foreign_keys = on', insertDangling].map((sql) => ({ sql, parameters: [] }))
    const failed = { message: 'FOREIGN KEY constraint failed', code: 'SQLITE_CONSTRAINT_FOREIGNKEY' }
    expect(await thread.commit(statements, 0)).toEqual([failed, failed])
    await insert('a')
    expect(onDisk()).toEqual(['a'])
  })

  it('that cannot begin its work is a refusal, and another one is started for the next order', async () => {
    const later = join(dataDir, 'later')
    const own = new CommitThread(join(later, 'latchkey.db'), 1)
    onTestFinished(() => own.close())
    const statements = [{ sql: 'create table t (x)', parameters: [] }]
    await expect(own.commit(statements, 100)).rejects.toMatchObject({ code: 'SQLITE_IOERR' })
    mkdirSync(later)
    expect(await own.commit(statements, 100)).toEqual([{ rows: [], changes: 0 }])
  })

  it('carries out what it was given before the database is closed, and none is started anew for it', async () => {
    const early = insert('a')
    // Until it waits for its turn.
    await new Promise(process.nextTick)
    await db.destroy()
    expect(onDisk()).toEqual(['a'])
    await early
    other.close()
    expect(existsSync(`${file}-wal`)).toBe(false)
  })

  it('has closed the file when the database is closed', async () => {
    other.close()
    await db.destroy()
    expect([file, `${file}-wal`].map((path) => existsSync(path))).toEqual([true, false])
  })
})

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Database, type DbTransaction, databaseFile, isUniqueViolation } from '#lib/foundation/db/database.ts'
import { CommitThread, type Step } from '#lib/foundation/db/sqlite/commit-thread.ts'
import { openSqlite, type SqliteConnection } from '#lib/foundation/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/foundation/db/sqlite/dialect.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { transactInBulk } from '#lib/foundation/db/transact-in-bulk.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { runWithWaitBudget } from '#lib/kernel/wait-budget.ts'

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
let orders: number[] = []
let steps: Step[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(inject('dataFolders'), 'commit-thread-'))
  file = databaseFile(dataDir)
  copyFileSync(inject('migratedSqliteFile'), file)
  thread = watch(new CommitThread(file, 1))
  const open = () => openSqlite(file, systemClock, 1)
  db = new Kysely<Tables>({ dialect: createSqliteDialect({ writer: open(), reader: open(), thread, lockWaitMs }) })
  other = open()
  await insert('first')
  orders = []
  steps = []
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
  const takeStep = watched.takeStep.bind(watched)
  watched.takeStep = (step, ...rest) => {
    steps.push(step)
    return takeStep(step, ...rest)
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

describe('a transaction in bulk', () => {
  const insertIn = (trx: DbTransaction, name: string) =>
    trx.insertInto('settings').values({ name, value: 'x' }).execute()
  const transactBulk = (...names: string[]) =>
    transactInBulk(db, async (trx) => {
      for (const name of names) await insertIn(trx, name)
    })
  const rolledBack = new Error('rolled back')

  it('runs on the thread, sees what it has written, and is on the disk when it ends', async () => {
    const seen = await transactInBulk(db, async (trx) => {
      await insertIn(trx, 'a')
      return trx.selectFrom('settings').select('name').where('name', '=', 'a').execute()
    })
    expect(seen).toEqual([{ name: 'a' }])
    expect(steps).toEqual(['begin', 'continue', 'commit'])
    expect(onDisk()).toEqual(['a'])
  })

  it('leaves nothing when it is given up', async () => {
    const givenUp = transactInBulk(db, async (trx) => {
      await insertIn(trx, 'a')
      throw rolledBack
    })
    await expect(givenUp).rejects.toThrow(rolledBack)
    expect(steps).toEqual(['begin', 'rollback'])
    await insert('b')
    expect(onDisk()).toEqual(['b'])
  })

  it('goes on where a statement that failed is not the end of it', async () => {
    await transactInBulk(db, async (trx) => {
      await insertIn(trx, 'a')
      await expect(insertIn(trx, 'first')).rejects.toSatisfy(isUniqueViolation)
      await insertIn(trx, 'b')
    })
    expect(onDisk()).toEqual(['a', 'b'])
  })

  it('leaves nothing where the commit fails, and says why', async () => {
    const dangling = transactInBulk(db, async (trx) => {
      await sql`pragma defer_foreign_keys = on`.execute(trx)
      await insertIn(trx, 'a')
      const granted = { user_id: 'usr_none', account_id: 'none', granted_at: 1 }
      await trx.insertInto('user_accounts').values(granted).execute()
    })
    await expect(dangling).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' })
    await insert('b')
    expect(onDisk()).toEqual(['b'])
  })

  it('keeps single statements and other transactions out, and they come after it', async () => {
    const others: Promise<unknown>[] = []
    const givenUp = transactInBulk(db, async (trx) => {
      await insertIn(trx, 'a')
      others.push(insert('b'), transact('c'), transactBulk('d', 'e'))
      await sleep(20)
      await insertIn(trx, 'f')
      expect(onDisk()).toEqual([])
      throw rolledBack
    })
    await expect(givenUp).rejects.toThrow(rolledBack)
    await Promise.all(others)
    expect(onDisk()).toEqual(['b', 'c', 'd', 'e'])
  })

  it('does nothing without a statement', async () => {
    await transactBulk()
    expect(steps).toEqual([])
  })

  it('waits for another process, and is refused once it has waited long enough', async () => {
    other.run('begin immediate', [])
    await expect(runWithWaitBudget(shortMs, () => transactBulk('a', 'b'))).rejects.toEqual(unavailable)
    const patient = transactBulk('c', 'd')
    await sleep(100)
    other.run('commit', [])
    await patient
    expect(onDisk()).toEqual(['c', 'd'])
  })

  it('that begins too late is not begun', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const transaction = db.transaction().execute(() => promise)
    await sleep(10)
    await expect(runWithWaitBudget(shortMs, () => transactBulk('a'))).rejects.toEqual(unavailable)
    resolve()
    await transaction
    await insert('b')
    expect(steps).toEqual([])
    expect(onDisk()).toEqual(['b'])
  })

  it('goes on with no other thread than the one that it began on', async () => {
    const later = new CommitThread(file, 1)
    onTestFinished(() => later.close())
    const statement = { sql: "insert into settings (name, value) values ('a', 'x')", parameters: [] }
    const lost = { code: 'SQLITE_IOERR', message: 'no transaction is open' }
    for (const step of ['continue', 'commit'] as const) {
      await expect(later.takeStep(step, [statement], 0)).rejects.toMatchObject(lost)
    }
    expect(onDisk()).toEqual([])
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

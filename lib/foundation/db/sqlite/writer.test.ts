import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Database, databaseFile, isUniqueViolation } from '#lib/foundation/db/database.ts'
import { migrate } from '#lib/foundation/db/migrate.ts'
import { openSqlite, type SqliteConnection } from '#lib/foundation/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/foundation/db/sqlite/dialect.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { systemClock } from '#lib/kernel/clock.ts'

/** Long, so that a busy machine fails no test. */
const lockWaitMs = 60_000

let dataDir: string
let db: Database
let texts: string[]
/** Called before the writer commits, or takes back. */
let beforeCommit: () => void
let beforeRollback: () => void

beforeEach(async () => {
  dataDir = mkdtempSync(join(inject('dataFolders'), 'data-'))
  texts = []
  beforeCommit = () => undefined
  beforeRollback = () => undefined
  const open = () => openSqlite(databaseFile(dataDir), systemClock, 1)
  db = new Kysely<Tables>({ dialect: createSqliteDialect({ writer: watch(open()), reader: open(), lockWaitMs }) })
  await migrate(db)
  texts = []
})

afterEach(async () => {
  await db.destroy()
  rmSync(dataDir, { recursive: true })
})

function watch(writer: SqliteConnection): SqliteConnection {
  return {
    ...writer,
    run: (text, parameters) => {
      texts.push(text.slice(0, 6))
      if (text === 'commit') beforeCommit()
      if (text === 'rollback') beforeRollback()
      return writer.run(text, parameters)
    },
  }
}

const insert = (name: string, value = 'x') => db.insertInto('settings').values({ name, value }).execute()
const insertMany = (count: number) => Array.from({ length: count }, (_, i) => insert(`name ${i}`))
const transact = (name: string, ...more: string[]) =>
  db.transaction().execute(async (trx) => {
    for (const each of [name, ...more]) await trx.insertInto('settings').values({ name: each, value: 'x' }).execute()
  })
const commits = () => texts.filter((text) => text === 'commit').length
const names = async () =>
  (await db.selectFrom('settings').select('name').orderBy('name').execute()).map((row) => row.name)
const count = async () => (await db.selectFrom('settings').select('name').execute()).length
/** No more pages than there are: the disk is full. */
async function fillDisk(): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db)
}

const unavailable = expect.objectContaining({ code: 'temporarily_unavailable' })
function failDisk(): never {
  throw new SqliteDatabase.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC')
}

describe('writes that arrive together', () => {
  it('are committed together, and none is answered before', async () => {
    let answered = 0
    beforeCommit = () => expect(answered).toBe(0)
    await Promise.all(insertMany(50).map((write) => write.then(() => (answered += 1))))
    expect(answered).toBe(50)
    expect(commits()).toBe(1)
    expect(await count()).toBe(50)
  })

  it('are committed in portions where there are very many', async () => {
    await Promise.all(insertMany(250))
    expect(commits()).toBe(3)
    expect(await count()).toBe(250)
  })

  it('fail alone where one of them is refused', async () => {
    await insert('taken')
    const outcomes = await Promise.allSettled([insert('a'), insert('taken'), insert('b'), insert('a'), insert('c')])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(isUniqueViolation(outcome.reason)).toBe(true)
    expect(await count()).toBe(4)
  })

  it('are all refused where the commit fails, and the next ones are not', async () => {
    beforeCommit = failDisk
    const outcomes = await Promise.allSettled(insertMany(10))
    expect(outcomes).toEqual(Array(10).fill({ status: 'rejected', reason: unavailable }))
    expect(await count()).toBe(0)
    const other = openSqlite(databaseFile(dataDir), systemClock, 1)
    expect(() => other.run('begin immediate', [])).not.toThrow()
    other.close()
    beforeCommit = () => undefined
    await Promise.all(insertMany(10))
    expect(await count()).toBe(10)
  })

  it('are refused as long as they cannot be taken back, and none of them comes with a later one', async () => {
    beforeCommit = failDisk
    beforeRollback = failDisk
    expect(await Promise.allSettled([insert('a'), insert('b')])).toEqual(
      Array(2).fill({ status: 'rejected', reason: unavailable }),
    )
    await expect(insert('c')).rejects.toEqual(unavailable)
    beforeCommit = () => undefined
    beforeRollback = () => undefined
    await insert('d')
    expect(await names()).toEqual(['d'])
  })

  it('are all refused where the disk is full in between, and none of them is half there', async () => {
    await fillDisk()
    const outcomes = await Promise.allSettled([insert('a'), insert('b', 'x'.repeat(200_000)), insert('c')])
    const written = outcomes.filter((outcome) => outcome.status === 'fulfilled').length
    expect(outcomes[1]).toEqual({ status: 'rejected', reason: unavailable })
    expect(await count()).toBe(written)
  })

  it('stay out of a transaction that is open meanwhile', async () => {
    const outcome: Promise<unknown>[] = []
    const transaction = db.transaction().execute(async (trx) => {
      outcome.push(...insertMany(5))
      await trx.insertInto('settings').values({ name: 'rolled back', value: 'x' }).execute()
      throw new Error('changed its mind')
    })
    await expect(transaction).rejects.toThrow('changed its mind')
    await Promise.all(outcome)
    expect(await count()).toBe(5)
  })
})

describe('transactions that arrive together', () => {
  it('are committed together, with the single writes among them', async () => {
    let answered = 0
    beforeCommit = () => expect(answered).toBe(0)
    const work = [transact('a', 'b'), insert('c'), transact('d', 'e'), insert('f'), transact('g')]
    await Promise.all(work.map((each) => each.then(() => (answered += 1))))
    expect(commits()).toBe(1)
    expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  })

  it('are taken back one by one, whole', async () => {
    await insert('taken')
    const outcomes = await Promise.allSettled([
      transact('a', 'b'),
      transact('c', 'taken', 'd'),
      insert('e'),
      transact('f', 'a'),
      transact('g'),
    ])
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true])
    expect(await names()).toEqual(['a', 'b', 'e', 'g', 'taken'])
  })

  it('go on where a statement that failed is not the end of them', async () => {
    await insert('taken')
    const going = db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'a', value: 'x' }).execute()
      const again = trx.insertInto('settings').values({ name: 'taken', value: 'x' }).execute()
      await expect(again).rejects.toSatisfy(isUniqueViolation)
      await trx.insertInto('settings').values({ name: 'b', value: 'x' }).execute()
    })
    await Promise.all([going, transact('c')])
    expect(await names()).toEqual(['a', 'b', 'c', 'taken'])
  })

  it('are all refused where the commit fails, and the next ones are not', async () => {
    beforeCommit = failDisk
    const outcomes = await Promise.allSettled([transact('a', 'b'), insert('c'), transact('d')])
    expect(outcomes).toEqual(Array(3).fill({ status: 'rejected', reason: unavailable }))
    beforeCommit = () => undefined
    await transact('e')
    expect(await names()).toEqual(['e'])
  })

  it('write nothing more once the database has undone them, though they would go on', async () => {
    await fillDisk()
    const stubborn = db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'a', value: 'x' }).execute()
      const tooLong = trx
        .insertInto('settings')
        .values({ name: 'b', value: 'x'.repeat(200_000) })
        .execute()
      await expect(tooLong).rejects.toEqual(unavailable)
      await trx.insertInto('settings').values({ name: 'c', value: 'x' }).execute()
    })
    const outcomes = await Promise.allSettled([insert('before'), stubborn, insert('after')])
    expect(outcomes[1]).toEqual({ status: 'rejected', reason: unavailable })
    const written = ['before', 'after'].filter((_, index) => outcomes[2 * index]?.status === 'fulfilled')
    expect(await names()).toEqual(written.sort())
  })

  it('let a statement pass that must stand outside of them', async () => {
    await Promise.all([transact('a'), sql`vacuum`.execute(db), transact('b')])
    expect(await names()).toEqual(['a', 'b'])
  })
})

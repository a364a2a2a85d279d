import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Database, type Db, databaseFile, isUniqueViolation } from '#lib/foundation/db/database.ts'
import { migrate } from '#lib/foundation/db/migrate.ts'
import { executeWithConsequences } from '#lib/foundation/db/sqlite/batch.ts'
import { CommitThread } from '#lib/foundation/db/sqlite/commit-thread.ts'
import { openSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/foundation/db/sqlite/dialect.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { systemClock } from '#lib/kernel/clock.ts'

const insertOf = (db: Db, name: string) => db.insertInto('settings').values({ name, value: 'x' })
const insert = (name: string) => insertOf(db, name).execute()

/** Sets the value of `decision` once; each of `names` is inserted as its consequence. */
function decide(on: Db, names: readonly string[], from = 'x') {
  const decision = on.updateTable('settings').set({ value: 'decided' }).where('name', '=', 'decision')
  return executeWithConsequences(
    on,
    decision.where('value', '=', from).returning('name').compile(),
    names.map((name) => insertOf(on, name).compile()),
  )
}

const rows = async () =>
  (await db.selectFrom('settings').selectAll().orderBy('name').execute()).map(({ name, value }) => `${name} ${value}`)

let db: Database
describe.each(['the commit thread', 'this thread'])('a statement with consequences on %s', (place) => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = mkdtempSync(join(inject('dataFolders'), 'data-'))
    const file = databaseFile(dataDir)
    const open = () => openSqlite(file, systemClock, 1)
    const thread = place === 'this thread' ? undefined : new CommitThread(file, 1)
    db = new Kysely<Tables>({ dialect: createSqliteDialect({ writer: open(), reader: open(), thread }) })
    await migrate(db)
    await insert('decision')
  })
  afterEach(async () => {
    await db.destroy()
    rmSync(dataDir, { recursive: true })
  })

  it('returns its rows and runs them', async () => {
    expect(await decide(db, ['a', 'b'])).toEqual([{ name: 'decision' }])
    expect(await rows()).toEqual(['a x', 'b x', 'decision decided'])
  })

  it('runs none of them without a row', async () => {
    expect(await decide(db, ['a'], 'other')).toEqual([])
    expect(await rows()).toEqual(['decision x'])
  })

  it('decides for one of many concurrent callers', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => decide(db, [`caller ${index}`])))
    expect(outcomes.filter((outcome) => outcome.length > 0)).toHaveLength(1)
    expect(await rows()).toHaveLength(2)
  })

  it('is undone whole when one of them fails, and what commits with it is not', async () => {
    await insert('taken')
    const outcomes = await Promise.allSettled([insert('before'), decide(db, ['a', 'taken', 'b']), insert('later')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const [, failed] = outcomes
    expect(failed?.status === 'rejected' && isUniqueViolation(failed.reason)).toBe(true)
    expect(await rows()).toEqual(['before x', 'decision x', 'later x', 'taken x'])
  })

  it('is part of the transaction that it runs in', async () => {
    const transaction = db.transaction().execute(async (trx) => {
      await decide(trx, ['a'])
      throw new Error('rolled back')
    })
    await expect(transaction).rejects.toThrow('rolled back')
    expect(await rows()).toEqual(['decision x'])
    await db.transaction().execute((trx) => decide(trx, ['a']))
    expect(await rows()).toEqual(['a x', 'decision decided'])
  })
})

import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { databaseFile, isUniqueViolation, nowMs, openDatabase } from '#lib/foundation/db/database.ts'
import { EnvError, readEnv } from '#lib/kernel/env.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const setting = (name: string, value = 'x') => services.db.insertInto('settings').values({ name, value })
const settings = () =>
  services.db.selectFrom('settings').select('name').where('name', '!=', 'master-secret-id').orderBy('name').execute()

describe('the embedded database', () => {
  it('keeps what it has acknowledged: WAL with full synchronisation and foreign keys, on both connections', async () => {
    const pragmas = sql<{ journal: string; synchronous: number; keys: number; timeout: number }>`
      select j.journal_mode as journal, s.synchronous, f.foreign_keys as keys, t.timeout
      from pragma_journal_mode j, pragma_synchronous s, pragma_foreign_keys f, pragma_busy_timeout t`
    const expected = { journal: 'wal', synchronous: 2, keys: 1, timeout: 1 }
    const onWriter = await services.db.transaction().execute((trx) => pragmas.execute(trx))
    expect(onWriter.rows).toEqual([expected])
    const onReader = await services.db
      .selectFrom(sql<{ journal_mode: string }>`pragma_journal_mode`.as('j'))
      .innerJoin(sql<{ synchronous: number }>`pragma_synchronous`.as('s'), (join) => join.onTrue())
      .innerJoin(sql<{ foreign_keys: number }>`pragma_foreign_keys`.as('f'), (join) => join.onTrue())
      .innerJoin(sql<{ timeout: number }>`pragma_busy_timeout`.as('t'), (join) => join.onTrue())
      .select(['j.journal_mode as journal', 's.synchronous', 'f.foreign_keys as keys', 't.timeout'])
      .execute()
    expect(onReader).toEqual([expected])
  })

  it('needs no folder for temporary files', async () => {
    const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(services.db)
    expect(rows).toEqual([{ temp_store: 2 }])
  })

  it('is readable by its owner alone, also in a folder that others may look into', async () => {
    const dataDir = mkdtempSync(join(inject('dataFolders'), 'data-'))
    chmodSync(dataDir, 0o755)
    const db = openDatabase(readEnv({ DATA_DIR: dataDir }), { now: () => 0 }, 'server')
    onTestFinished(() => db.destroy().then(() => rmSync(dataDir, { recursive: true })))
    await sql`create table t (x)`.execute(db)
    for (const end of ['', '-wal', '-shm']) expect(statSync(databaseFile(dataDir) + end).mode & 0o777).toBe(0o600)
  })

  it('reads one clock, which stands still within a statement', async () => {
    let reading = 1_000
    const dataDir = mkdtempSync(join(inject('dataFolders'), 'data-'))
    const db = openDatabase(readEnv({ DATA_DIR: dataDir }), { now: () => reading++ }, 'server')
    onTestFinished(async () => {
      await db.destroy()
      rmSync(dataDir, { recursive: true })
    })
    const read = () => db.selectNoFrom([nowMs.as('one'), nowMs.as('other')]).executeTakeFirstOrThrow()
    expect(await read()).toEqual({ one: 1_000, other: 1_000 })
    expect(await read()).toEqual({ one: 1_001, other: 1_001 })
  })

  it('lets readers go on beside an open transaction, which they do not see', async () => {
    await services.db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'a', value: 'x' }).execute()
      expect(await settings()).toEqual([])
    })
    expect(await settings()).toEqual([{ name: 'a' }])
  })

  it('keeps a single write out of somebody else’s transaction', async () => {
    const outcome: Promise<unknown>[] = []
    const transaction = services.db.transaction().execute(async (trx) => {
      outcome.push(setting('alone').execute())
      await trx.insertInto('settings').values({ name: 'rolled-back', value: 'x' }).execute()
      throw new Error('changed its mind')
    })
    await expect(transaction).rejects.toThrow('changed its mind')
    await Promise.all(outcome)
    expect(await settings()).toEqual([{ name: 'alone' }])
  })

  it('runs parallel transactions one after the other', async () => {
    await setting('counter', '0').execute()
    const increment = () =>
      services.db.transaction().execute(async (trx) => {
        const row = await trx.selectFrom('settings').selectAll().where('name', '=', 'counter').executeTakeFirstOrThrow()
        const value = String(Number(row.value) + 1)
        await trx.updateTable('settings').set({ value }).where('name', '=', 'counter').execute()
      })
    await Promise.all(Array.from({ length: 100 }, increment))
    const row = await services.db.selectFrom('settings').selectAll().where('name', '=', 'counter').executeTakeFirst()
    expect(row?.value).toBe('100')
  })

  it('tells a taken name from other failures', async () => {
    await setting('a').execute()
    const taken = await setting('a')
      .execute()
      .catch((error: unknown) => error)
    expect(isUniqueViolation(taken)).toBe(true)
    const foreign = await services.db
      .insertInto('user_accounts')
      .values({ user_id: 'usr_x', account_id: 'x', granted_at: 1 })
      .execute()
      .catch((error: unknown) => error)
    expect(isUniqueViolation(foreign)).toBe(false)
    expect(String(foreign)).toContain('FOREIGN KEY')
    expect(isUniqueViolation('UNIQUE')).toBe(false)
  })

  it('refuses a file that is none of its own, in one sentence', () => {
    const dataDir = mkdtempSync(join(inject('dataFolders'), 'data-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    writeFileSync(databaseFile(dataDir), 'not a database, but long enough to be taken for the header of one'.repeat(20))
    expect(() => openDatabase(readEnv({ DATA_DIR: dataDir }), services.clock, 'server')).toThrow(
      new EnvError(`${databaseFile(dataDir)} is damaged, or no database of Latchkey: restore a backup.`),
    )
  })

  it('refuses a folder that is a file, in one sentence', () => {
    const dataDir = join(mkdtempSync(join(inject('dataFolders'), 'data-')), 'file')
    writeFileSync(dataDir, '')
    expect(() => openDatabase(readEnv({ DATA_DIR: dataDir }), services.clock, 'server')).toThrow(
      new EnvError(`DATA_DIR ${dataDir} cannot be used: make it a folder that this user may write to.`),
    )
  })
})

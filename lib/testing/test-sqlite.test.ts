import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Database, databaseFile, readNow } from '#lib/foundation/db/database.ts'
import { openSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { openTestFolder, releaseTestFolder, takeTestFolder } from '#lib/testing/test-sqlite.ts'

/** @returns the folder that a test had, and the one that the next test gets */
async function use(work: (db: Database, path: string) => unknown): Promise<{ path: string; next: string }> {
  const path = takeTestFolder()
  const db = openTestFolder(path, systemClock)
  if (!db) return expect.fail('it is open already')
  await work(db, path)
  await releaseTestFolder(path, db)
  return { path, next: takeTestFolder() }
}

const row = { subject: 's', failures: 1, window_ends_at: 1 }

it('the next test gets the folder, without rows and files', async () => {
  const { path, next } = await use(async (db, folder) => {
    await db.insertInto('sign_in_failures').values(row).execute()
    writeFileSync(join(folder, 'master-secret'), 'x')
  })
  expect(next).toBe(path)
  expect(await openTestFolder(next, systemClock)?.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
  expect((await readdir(next)).filter((name) => !name.startsWith('latchkey.db'))).toEqual([])
})

it.each<[string, (db: Database, path: string) => unknown]>([
  ['closed its database', (db) => readNow(db).then(() => db.destroy())],
  ['read its file, which ends the locks on it', (_, path) => readFileSync(databaseFile(path))],
  ['read the index of its log', (_, path) => readFileSync(`${databaseFile(path)}-shm`)],
  ['changed the schema', (db) => sql`create table other (a)`.execute(db)],
  [
    'started a process that writes',
    (_, path) => {
      const other = openSqlite(databaseFile(path), systemClock, 1)
      other.run('insert into sign_in_failures values (?, ?, ?)', Object.values(row))
      other.close()
    },
  ],
])('the next test gets another folder if a test %s', async (_, work) => {
  const { path, next } = await use(work)
  expect(next).not.toBe(path)
})

import type { Clock } from '#lib/clock.ts'
import type { TableName } from '#lib/db/copy/primary-keys.ts'
import { copyTables, type OnProgress } from '#lib/db/copy/rows.ts'
import { createSqliteFile } from '#lib/db/copy/sqlite-draft.ts'
import { type Database, databaseFile } from '#lib/db/database.ts'
import { engineOf } from '#lib/db/engine.ts'
import { migrate } from '#lib/db/migrate.ts'
import { openSqlite } from '#lib/db/sqlite/connection.ts'
import type { Env } from '#lib/env.ts'

const lockWaitMs = 5_000
/** All pages in one step: a copy in portions restarts whenever another process writes, perhaps forever. */
const allPages = 0x7fffffff

export type CopyOrder = Readonly<{
  /** Must not exist. */
  target: string
  tables: readonly TableName[]
  /** Edits the copy before it gets its name. */
  prepare: (copy: Database) => Promise<void>
  onProgress: OnProgress
}>

/**
 * Copies the database at one instant into a new SQLite file, while the server runs: SQLite page by page, PostgreSQL row
 * by row from the requested tables.
 * @throws an error with the code EEXIST if the target exists
 */
export async function copyDatabase(db: Database, env: Env, clock: Clock, order: CopyOrder): Promise<void> {
  const { target, prepare } = order
  if (engineOf(db) === 'sqlite') {
    const begin = (draft: string) => copyPages(databaseFile(env.dataDir), draft, clock)
    return createSqliteFile(target, clock, { begin, fill: prepare })
  }
  return createSqliteFile(target, clock, {
    fill: async (copy) => {
      await migrate(copy)
      await copyRows(db, copy, order)
      await prepare(copy)
    },
  })
}

async function copyPages(source: string, draft: string, clock: Clock): Promise<void> {
  const connection = openSqlite(source, clock, lockWaitMs)
  try {
    await connection.handle.backup(draft, { progress: () => allPages })
  } finally {
    connection.close()
  }
}

async function copyRows(db: Database, copy: Database, { tables, onProgress }: CopyOrder): Promise<void> {
  // A long transaction keeps reading the state at its first statement.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  await snapshot.execute((source) =>
    copy.transaction().execute((target) => copyTables(source, target, { tables, onProgress })),
  )
}

import { type Database, openDatabase } from '#lib/foundation/db/database.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { type Snapshot, takeSnapshot } from '#lib/testing/database-snapshot.ts'
import { copyRows, makeVersion01 } from '#lib/testing/version-0-1/make-version-0-1.ts'

type Variables = Readonly<Record<string, string>>

/** Creates a database with the schema of 0.1, and copies every row. */
export async function makeFormer(newest: Variables, former: Variables): Promise<void> {
  await withDatabase(former, (to) =>
    withDatabase(newest, (from) => makeVersion01(to, (target) => copyRows(from, target))),
  )
}

/** The current schema and rows. */
export function lookInto(variables: Variables): Promise<Snapshot> {
  return withDatabase(variables, takeSnapshot)
}

async function withDatabase<T>(variables: Variables, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(readEnv(variables), systemClock, 'command')
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

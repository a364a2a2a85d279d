import { systemClock } from '#lib/clock.ts'
import { type Database, openDatabase } from '#lib/db/database.ts'
import { readEnv } from '#lib/env.ts'
import { type Snapshot, takeSnapshot } from '#lib/testing/database-snapshot.ts'
import { makeOlder } from '#lib/testing/older-database.ts'
import type { Engine } from '../harness/databases.ts'

type Variables = Readonly<Record<string, string>>

/** The newest migration of the previous version, which used PostgreSQL in tests only. */
export const formerStep: Readonly<Record<Engine, string>> = {
  sqlite: '0001-first-tables',
  postgres: '0002-instances',
}

/** Creates a database with the schema of the previous version, and copies every row that fits it. */
export async function makeFormer(engine: Engine, newest: Variables, former: Variables): Promise<void> {
  await withDatabase(former, (to) => withDatabase(newest, (from) => makeOlder(to, formerStep[engine], from)))
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

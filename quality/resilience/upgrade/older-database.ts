import { systemClock } from '#lib/clock.ts'
import { insertRows, readRows } from '#lib/db/copy/rows.ts'
import { tableNames } from '#lib/db/copy/stored-tables.ts'
import { type Database, openDatabase } from '#lib/db/database.ts'
import { migrate, migrations } from '#lib/db/migrate.ts'
import type { Tables } from '#lib/db/tables.ts'
import { readEnv } from '#lib/env.ts'
import { type Snapshot, takeSnapshot } from '#lib/testing/database-snapshot.ts'
import type { Engine } from '../harness/databases.ts'

type Variables = Readonly<Record<string, string>>

/** The newest migration of the previous version, which used PostgreSQL in tests only. */
export const formerStep: Readonly<Record<Engine, string>> = {
  sqlite: '0001-first-tables',
  postgres: '0002-instances',
}

/** Creates a database with the schema of the previous version, and copies every row that fits it. */
export async function makeOlder(engine: Engine, newest: Variables, older: Variables): Promise<void> {
  const steps = Object.entries(migrations).filter(([name]) => name <= formerStep[engine])
  await withDatabase(older, async (to) => {
    await migrate(to, Object.fromEntries(steps))
    await withDatabase(newest, (from) => copyRows(from, to))
  })
}

async function copyRows(from: Database, to: Database): Promise<void> {
  const tables = await to.introspection.getTables()
  for (const name of tableNames) {
    const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name)
    if (!columns) continue
    for await (const rows of readRows(from, name)) {
      const older = (name === 'api_keys' ? await withSecrets(from, rows as Tables['api_keys'][]) : rows).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([cell]) => columns.includes(cell))),
      )
      await insertRows(to, name, older as typeof rows)
    }
  }
}

/** In that schema, the row of a key holds its secret. */
async function withSecrets(from: Database, keys: readonly Tables['api_keys'][]): Promise<object[]> {
  const secrets = await from.selectFrom('key_secrets').select(['key_id', 'secret_hash', 'master_id']).execute()
  return keys.map((key) => ({ ...secrets.find((secret) => secret.key_id === key.id), ...key }))
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

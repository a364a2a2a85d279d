import { insertRows, readRows } from '#lib/db/copy/rows.ts'
import { tableNames } from '#lib/db/copy/stored-tables.ts'
import type { Database } from '#lib/db/database.ts'
import { migrate, migrations } from '#lib/db/migrate.ts'
import type { Tables } from '#lib/db/tables.ts'

/** Gives an empty database the schema of a former version, and copies every row that fits it. `newestStep` is included. */
export async function makeOlder(to: Database, newestStep: string, from: Database): Promise<void> {
  const steps = Object.entries(migrations).filter(([name]) => name <= newestStep)
  await migrate(to, Object.fromEntries(steps))
  const tables = await to.introspection.getTables()
  for (const name of tableNames) {
    const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name)
    if (!columns) continue
    for await (const rows of readRows(from, name)) {
      const whole = name === 'api_keys' ? await withSecrets(from, rows as Tables['api_keys'][]) : rows
      const fitting = whole.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([cell]) => columns.includes(cell))),
      )
      // Triggers and migrations have added some.
      await insertRows(to, name, fitting as typeof rows, 'skip')
    }
  }
}

/** The row of a key held its secret before there were rows for secrets. */
async function withSecrets(from: Database, keys: readonly Tables['api_keys'][]): Promise<object[]> {
  const secrets = await from.selectFrom('key_secrets').select(['key_id', 'secret_hash', 'master_id']).execute()
  return keys.map((key) => ({ ...secrets.find((secret) => secret.key_id === key.id), ...key }))
}

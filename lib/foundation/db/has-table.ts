import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/foundation/db/engine.ts'

/** Whether the database has the table. Kysely's introspection would read all of them, with their columns. */
// biome-ignore lint/suspicious/noExplicitAny: a database of a former version has other tables.
export async function hasTable(db: Kysely<any>, name: string): Promise<boolean> {
  // Built, as raw statements of SQLite wait for its writer.
  const found =
    engineOf(db) === 'sqlite'
      ? db.selectFrom('sqlite_master').select('name').where('type', '=', 'table').where('name', '=', name)
      : db.selectFrom('pg_class').select('oid').where('oid', '=', sql`to_regclass(${name}::text)`)
  return (await found.execute()).length > 0
}

import { sql } from 'kysely'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { setReadOnly } from '#lib/testing/test-postgres.ts'
import type { TestServices } from '#lib/testing/test-services.ts'

/** Makes the database refuse writes, as a full disk does, or accept them again. */
export async function setWritable({ db, env }: TestServices, writable: boolean): Promise<void> {
  if (engineOf(db) === 'postgres') setReadOnly(env.databaseUrl ?? '', !writable)
  else await sql`pragma query_only = ${sql.raw(writable ? 'off' : 'on')}`.execute(db)
}

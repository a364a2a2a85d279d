import { type Kysely, PostgresAdapter } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** Which database answers here. Only files of this folder may ask: everything else speaks what both understand. */
// biome-ignore lint/suspicious/noExplicitAny: a migration's handle knows no tables, a transaction's knows all.
export function engineOf(db: Kysely<any>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

import type { DialectAdapter, Kysely } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

// The server and Next's bundle each evaluate this module and Kysely, so `instanceof` would fail across them.
const mark = Symbol.for('latchkey.engine')
type MarkedAdapter = DialectAdapter & { [mark]?: Engine }

/** Marks a dialect's adapter with its engine. */
export function markEngine(adapter: DialectAdapter, engine: Engine): DialectAdapter {
  const marked: MarkedAdapter = adapter
  marked[mark] = engine
  return marked
}

/** Which engine this database is. Only `lib/foundation/db` may ask: all other SQL runs on both. */
// biome-ignore lint/suspicious/noExplicitAny: a migration's handle has no table types, a transaction's has all.
export function engineOf(db: Kysely<any>): Engine {
  const adapter: MarkedAdapter = db.getExecutor().adapter
  const engine = adapter[mark]
  if (!engine) throw new Error('this dialect does not say which database it is for')
  return engine
}

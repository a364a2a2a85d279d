import type { DialectAdapter, Kysely } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

// The server and Next's bundle each evaluate this module, and Kysely with it: a class would not be the same in both.
const mark = Symbol.for('latchkey.engine')
type MarkedAdapter = DialectAdapter & { [mark]?: Engine }

/** Writes on a dialect's adapter which database it is for. */
export function markEngine(adapter: DialectAdapter, engine: Engine): DialectAdapter {
  const marked: MarkedAdapter = adapter
  marked[mark] = engine
  return marked
}

/** Which database answers here. Only files of this folder may ask: everything else speaks what both understand. */
// biome-ignore lint/suspicious/noExplicitAny: a migration's handle knows no tables, a transaction's knows all.
export function engineOf(db: Kysely<any>): Engine {
  const adapter: MarkedAdapter = db.getExecutor().adapter
  const engine = adapter[mark]
  if (!engine) throw new Error('this dialect does not say which database it is for')
  return engine
}

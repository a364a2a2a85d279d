import { CompiledQuery, type RootOperationNode, sql } from 'kysely'
import type { Database } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { compileStatement } from '#lib/testing/compile-statement.ts'

/** Plans that PostgreSQL prefers to an index in small tables. */
const shortCuts = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin']

/**
 * The engine's plan of each statement of this work. PostgreSQL's plans for small tables are disabled, so that the plan
 * is that of large tables.
 */
export async function explain(db: Database, work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const nodes: RootOperationNode[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await work(watched)
  return db.transaction().execute(async (trx) => {
    if (engineOf(db) === 'postgres') {
      for (const name of shortCuts) await sql`set local ${sql.ref(name)} = off`.execute(trx)
    }
    const plans: string[] = []
    for (const node of nodes) plans.push(await explainOne(trx, node))
    return plans
  })
}

async function explainOne(trx: Database, node: RootOperationNode): Promise<string> {
  const { sql: text, parameters } = compileStatement(trx, node)
  const prefix = engineOf(trx) === 'sqlite' ? 'explain query plan' : 'explain'
  const { rows } = await trx.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`${prefix} ${text}`, [...parameters]),
  )
  return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
}

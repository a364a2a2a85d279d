import { type CompiledQuery, PostgresQueryCompiler, type RootOperationNode } from 'kysely'
import type { Database } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { SteadyPlanCompiler } from '#lib/foundation/db/sqlite/dialect.ts'

/** The statement that a plugin is given, as this database gets it. */
export function compileStatement(db: Database, node: RootOperationNode): CompiledQuery {
  const compiler = engineOf(db) === 'sqlite' ? new SteadyPlanCompiler() : new PostgresQueryCompiler()
  return compiler.compileQuery(node, { queryId: 'compiled' })
}

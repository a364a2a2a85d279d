import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { afterAll, expect, inject } from 'vitest'
import type { Batch } from '#lib/db/sqlite/batch.ts'
import { type SuiteStatements, shapeOf } from '#lib/testing/statement-coverage.ts'

const root = join(import.meta.dirname, '..', '..')
const slot = Symbol.for('latchkey.executed-statements')
// Workers keep this module and Kysely from file to file.
const shared = globalThis as typeof globalThis & { [slot]?: Map<string, string> }

/** Between the store and Kysely: they pass statements on that others build. */
const passesOn = /\/lib\/db\/(prepared|sqlite\/batch)\.ts|\/lib\/testing\/executed-statements\.ts|\/node_modules\//
const stackDepth = 30

/** Writes the statements of this test file to the folder that `TEST_STATEMENTS` names, for `statement-coverage.ts`. */
export function recordStatements(): void {
  const folder = process.env.TEST_STATEMENTS
  if (!folder) return
  const statements = watchStatements()
  statements.clear()
  const startedAt = performance.now()
  afterAll(() => {
    const engine = inject('postgresUrl') === undefined ? 'sqlite' : 'postgres'
    const file = toPath(expect.getState().testPath ?? '')
    const ms = Math.round(performance.now() - startedAt)
    const suite: SuiteStatements = { file, engine, ms, statements: [...statements] }
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${engine} ${file.replaceAll('/', ' ')}.json`), JSON.stringify(suite))
  })
}

/** The shape of each statement that this worker runs from now on, and the place that builds it. */
function watchStatements(): Map<string, string> {
  if (shared[slot]) return shared[slot]
  const statements = new Map<string, string>()
  shared[slot] = statements
  const { executeQuery } = DefaultQueryExecutor.prototype
  DefaultQueryExecutor.prototype.executeQuery = function execute(query: CompiledQuery & Partial<Batch>, options) {
    // Where SQLite runs a statement with its consequences, PostgreSQL runs a single one.
    const shape = shapeOf(query.sql)
    if (!query.consequences && !statements.has(shape)) statements.set(shape, findPlace())
    return executeQuery.call(this, query, options) as ReturnType<typeof executeQuery<never>>
  }
  return statements
}

function findPlace(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = stackDepth
  const lines = new Error('where').stack?.split('\n').slice(1) ?? []
  Error.stackTraceLimit = limit
  const line = lines.find((each) => each.includes(root) && !passesOn.test(each)) ?? ''
  return toPath(/([^( ]+?):\d+\)?$/.exec(line)?.[1] ?? '')
}

function toPath(place: string): string {
  return place.replace(/^file:\/\//, '').replace(`${root}/`, '')
}

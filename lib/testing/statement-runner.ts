import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { inject, type RunnerTask, type RunnerTestSuite, TestRunner } from 'vitest'
import type { Engine } from '#lib/foundation/db/engine.ts'
import type { Batch } from '#lib/foundation/db/sqlite/batch.ts'
import type { ChosenTests } from '#lib/testing/choose-tests.ts'
import { isForeign, type RecordedTest, type SuiteStatements, shapeOf } from '#lib/testing/statement-coverage.ts'

const root = join(import.meta.dirname, '..', '..')

/** Between the store and Kysely: they pass statements on that others build. */
const passesOn =
  /\/lib\/foundation\/db\/(prepared|sqlite\/batch)\.ts|\/lib\/testing\/statement-runner\.ts|\/node_modules\//
const stackDepth = 30

/** Statements that don't change anything, and may run with others in any order. */
const reads: ReadonlySet<string> = new Set(['SelectQueryNode', 'RawNode'])

type Recording = { readonly statements: Map<string, string>; isConcurrent: boolean }

/**
 * Writes the statements of each test to the folder that `TEST_STATEMENTS` names, and leaves out the tests that the file
 * of `TEST_CHOSEN` doesn't name.
 */
export default class StatementRunner extends TestRunner {
  readonly #chosen = readChosen()
  #tests: RecordedTest[] = []
  /** What `beforeAll` runs, and what goes on after a test. */
  #outside = record()
  #startedAt = 0

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite)
    if (!('filepath' in suite)) return
    this.#tests = []
    this.#outside = record()
    state.current = this.#outside
    // It ends here.
    if (suite.mode === 'skip') this.#write(suite)
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    const names = this.#chosen?.[toPath(test.file.filepath)]
    if (names && !names.includes(test.fullName)) test.mode = 'skip'
    state.current = record()
    this.#startedAt = performance.now()
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test)
    const { statements, isConcurrent } = state.current
    const ms = Math.round(performance.now() - this.#startedAt)
    const { runsOnBoth = false, onlyOn } = test.meta
    const isAlwaysChosen = onlyOn === undefined && (runsOnBoth || isConcurrent)
    // A test that runs on both, or only on SQLite, makes no other one run.
    const own = engine() === 'sqlite' && (runsOnBoth || onlyOn) ? [] : [...statements]
    if (test.mode === 'run') this.#tests.push({ name: test.fullName, ms, isAlwaysChosen, statements: own })
    state.current = this.#outside
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if ('filepath' in suite) this.#write(suite)
  }

  #write(suite: RunnerTestSuite): void {
    const file = toPath(suite.file.filepath)
    // No test can be chosen for it, but it ran.
    const outside = { name: '', ms: 0, isAlwaysChosen: false, statements: [...this.#outside.statements] }
    const others = engine() === 'postgres' ? [outside] : namesOfPostgres(suite).map(toChosen)
    const written: SuiteStatements = { file, engine: engine(), tests: [...this.#tests, ...others] }
    const folder = process.env.TEST_STATEMENTS ?? ''
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${engine()} ${file.replaceAll('/', ' ')}.json`), JSON.stringify(written))
  }
}

function engine(): Engine {
  return inject('postgresUrl') === undefined ? 'sqlite' : 'postgres'
}

/** The tests that run on PostgreSQL only. */
function namesOfPostgres(suite: RunnerTestSuite): string[] {
  return suite.tasks.flatMap((task) => {
    if (task.type === 'suite') return namesOfPostgres(task)
    return task.meta.onlyOn === 'postgres' ? [task.fullName] : []
  })
}

function toChosen(name: string): RecordedTest {
  return { name, ms: 0, isAlwaysChosen: true, statements: [] }
}

/** Suites that run on PostgreSQL in any case are not in it. */
function readChosen(): ChosenTests | undefined {
  const file = process.env.TEST_CHOSEN
  return file ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function record(): Recording {
  return { statements: new Map(), isConcurrent: false }
}

type State = {
  current: Recording
  writing: number
  readonly shapes: Map<string, string>
  /** Of the statements of the product. */
  readonly places: Map<string, string>
}

const slot = Symbol.for('latchkey.statements')
// Workers keep Kysely from file to file, but not this module.
const shared = globalThis as typeof globalThis & { [slot]?: State }
shared[slot] ??= watchStatements()
const state = shared[slot]

/** Notes the shape of each statement of this worker, and the place that builds it. */
function watchStatements(): State {
  const watched: State = { current: record(), writing: 0, shapes: new Map(), places: new Map() }
  const { executeQuery } = DefaultQueryExecutor.prototype
  DefaultQueryExecutor.prototype.executeQuery = async function execute(
    query: CompiledQuery & Partial<Batch>,
    options,
  ): ReturnType<typeof executeQuery<never>> {
    const { current } = watched
    // Where SQLite runs a statement with its consequences, PostgreSQL runs a single one.
    if (!query.consequences) {
      const shape = watched.shapes.get(query.sql) ?? shapeOf(query.sql)
      watched.shapes.set(query.sql, shape)
      const place = watched.places.get(query.sql) ?? locate(watched, query.sql)
      if (!current.statements.has(shape)) current.statements.set(shape, place)
    }
    if (reads.has(query.query.kind))
      return executeQuery.call(this, query, options) as ReturnType<typeof executeQuery<never>>
    watched.writing++
    if (watched.writing > 1) current.isConcurrent = true
    try {
      return (await executeQuery.call(this, query, options)) as Awaited<ReturnType<typeof executeQuery<never>>>
    } finally {
      watched.writing--
    }
  }
  return watched
}

/** A statement of a test may be one of the product, too: it is looked up each time. */
function locate({ places }: State, sql: string): string {
  const place = findPlace()
  if (!isForeign(place)) places.set(sql, place)
  return place
}

function findPlace(): string {
  const { stackTraceLimit, prepareStackTrace } = Error
  Object.assign(Error, { stackTraceLimit: stackDepth, prepareStackTrace: toLines })
  const lines = new Error('where').stack?.split('\n') ?? []
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  return toPath(lines.find((each) => each.includes(root) && !passesOn.test(each)) ?? '')
}

function toLines(_: Error, sites: NodeJS.CallSite[]): string {
  return sites.map((site) => `${site.getFileName()}:${site.getLineNumber()}`).join('\n')
}

/** Of a file as Vitest imports it, or of a line in it. */
function toPath(place: string): string {
  return place.replace(/^file:\/\/|\?vitest=\d+/g, '').replace(`${root}/`, '')
}

import type { Engine } from '#lib/foundation/db/engine.ts'

/** What a test ran: the shape of each statement, and the line that builds it. */
export type RecordedTest = Readonly<{
  /** With the names of its suites. */
  name: string
  ms: number
  /**
   * Whether it runs on PostgreSQL whatever its statements: it differs by engine, or changed something at two places at
   * once.
   */
  isAlwaysChosen: boolean
  statements: readonly (readonly [shape: string, place: string])[]
}>

/** The tests of a file that ran on an engine. */
export type SuiteStatements = Readonly<{ file: string; engine: Engine; tests: readonly RecordedTest[] }>

export type Uncovered = Readonly<{ shape: string; place: string; files: readonly string[] }>

/** Statements of tests; migrations, which the set-up of PostgreSQL runs; and what only looks into SQLite's file. */
const foreign =
  /\.test\.ts:|^lib\/(testing|server\/demo)\/|^lib\/foundation\/db\/(migrations\/|sqlite\/|migrate\.ts:)|^$/
const ofSqlite = /^(pragma|vacuum|explain) |\bsqlite_master\b/i

/**
 * The text of a statement without what differs by engine, and without its numbers and the number of its rows. A space
 * at its end is all that SQLite has of a lock.
 */
export function shapeOf(sql: string): string {
  return sql
    .replaceAll('+?', '?')
    .replace(/\$\d+/g, '?')
    .replace(/ for (share|no key update)$/, ' ')
    .replace(/ for (share|no key update)\b/g, '')
    .replace(/\b\d+\b/g, '0')
    .replace(/\(\?(, \?)+\)/g, '(?)')
    .replace(/(\((?:[^()]|\([^()]*\))*\))(, \1)+/g, '$1')
}

/**
 * The statements that ran on SQLite and not on PostgreSQL. Where one line builds another text for each engine, the text
 * of PostgreSQL stands for that of SQLite.
 */
export function findUncovered(suites: readonly SuiteStatements[]): Uncovered[] {
  const [onSqlite, onPostgres] = (['sqlite', 'postgres'] as const).map((engine) =>
    suites.filter((suite) => suite.engine === engine).flatMap(toNeeds),
  )
  const shapes = new Set(onPostgres?.map(({ shape }) => shape))
  const shapesOfSqlite = new Set(onSqlite?.map(({ shape }) => shape))
  const ownPlaces = new Set(onPostgres?.filter(({ shape }) => !shapesOfSqlite.has(shape)).map(({ place }) => place))
  const uncovered = onSqlite?.filter(({ shape, place }) => !shapes.has(shape) && !ownPlaces.has(place)) ?? []
  return [...Map.groupBy(uncovered, ({ shape }) => shape)].map(([shape, needs]) => ({
    shape,
    place: needs[0]?.place ?? '',
    files: [...new Set(needs.map(({ file }) => file))],
  }))
}

/** The tests that PostgreSQL must run and did not, such as one that has another name there. */
export function findNotRun(suites: readonly SuiteStatements[]): string[] {
  const [onSqlite, onPostgres] = (['sqlite', 'postgres'] as const).map((engine) =>
    suites.filter((suite) => suite.engine === engine).flatMap(({ tests }) => tests),
  )
  const ran = new Set(onPostgres?.map(({ name }) => name))
  return onSqlite?.flatMap(({ name, isAlwaysChosen }) => (isAlwaysChosen && !ran.has(name) ? [name] : [])) ?? []
}

export function isForeign(place: string): boolean {
  return foreign.test(place)
}

/** The shapes that must run on both engines. */
export function neededShapes(statements: RecordedTest['statements']): string[] {
  return statements.filter(([shape, place]) => !isForeign(place) && !ofSqlite.test(shape)).map(([shape]) => shape)
}

function toNeeds({ file, tests }: SuiteStatements) {
  return tests
    .flatMap(({ statements }) => statements)
    .filter(([shape, place]) => !isForeign(place) && !ofSqlite.test(shape))
    .map(([shape, place]) => ({ file, shape, place }))
}

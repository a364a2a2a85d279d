import type { Engine } from '#lib/db/engine.ts'

/** What a test file ran on an engine: the shape of each statement, and the line that builds it. */
export type SuiteStatements = Readonly<{
  file: string
  engine: Engine
  ms: number
  statements: readonly (readonly [shape: string, place: string])[]
}>

export type Uncovered = Readonly<{ shape: string; place: string; files: readonly string[] }>

/** Statements of tests; migrations, which the set-up of PostgreSQL runs; and what only looks into SQLite's file. */
const isForeign = /\.test\.ts:|^lib\/(testing|demo)\/|^lib\/db\/(migrations|sqlite)\/|^lib\/db\/migrate\.ts:|^$/
const isOfSqlite = /^(pragma|vacuum|explain) |\bsqlite_master\b/i

/** The text of a statement without what differs by engine, and without its numbers and the number of its rows. */
export function shapeOf(sql: string): string {
  return sql
    .replaceAll('+?', '?')
    .replace(/\$\d+/g, '?')
    .replace(/ for (share|no key update)\b/g, '')
    .replace(/\b\d+\b/g, '0')
    .replace(/\(\?(, \?)+\)/g, '(?)')
    .replace(/(\((?:[^()]|\([^()]*\))*\))(, \1)+/g, '$1')
}

/**
 * The statements that ran on SQLite and not on PostgreSQL. Where one line builds another text for each engine, the text of
 * PostgreSQL stands for that of SQLite.
 */
export function findUncovered(suites: readonly SuiteStatements[]): Uncovered[] {
  const [onSqlite, onPostgres] = (['sqlite', 'postgres'] as const).map((engine) =>
    suites.filter((suite) => suite.engine === engine).flatMap(({ file, statements }) => toNeeds(file, statements)),
  )
  const shapes = new Set(onPostgres?.map(({ shape }) => shape))
  const shapesOfSqlite = new Set(onSqlite?.map(({ shape }) => shape))
  const ownPlaces = new Set(onPostgres?.filter(({ shape }) => !shapesOfSqlite.has(shape)).map(({ place }) => place))
  const uncovered = onSqlite?.filter(({ shape, place }) => !shapes.has(shape) && !ownPlaces.has(place)) ?? []
  return [...Map.groupBy(uncovered, ({ shape }) => shape)].map(([shape, needs]) => ({
    ...{ shape, place: needs[0]?.place ?? '' },
    files: [...new Set(needs.map(({ file }) => file))],
  }))
}

/** Few suites, of little time, that run every statement which these suites run. */
export function chooseSuites(suites: readonly SuiteStatements[], alwaysRun: readonly string[]): string[] {
  const candidates = suites.map(({ file, ms, statements }) => ({
    ...{ file, ms: ms + 1 },
    shapes: new Set(toNeeds(file, statements).map(({ shape }) => shape)),
  }))
  const wanted = new Set(candidates.flatMap(({ shapes }) => [...shapes]))
  const chosen: string[] = []
  const take = (file: string) => {
    for (const shape of candidates.find((each) => each.file === file)?.shapes ?? []) wanted.delete(shape)
  }
  alwaysRun.forEach(take)
  while (wanted.size > 0) {
    const gains = candidates.map(({ file, ms, shapes }) => ({
      file,
      gain: [...shapes].filter((shape) => wanted.has(shape)).length / ms,
    }))
    const best = gains.reduce((one, other) => (other.gain > one.gain ? other : one))
    take(best.file)
    chosen.push(best.file)
  }
  return chosen.toSorted()
}

function toNeeds(file: string, statements: SuiteStatements['statements']) {
  return statements
    .filter(([shape, place]) => !isForeign.test(place) && !isOfSqlite.test(shape))
    .map(([shape, place]) => ({ file, shape, place }))
}

import { readFileSync } from 'node:fs'

/** Suites of one engine have it in their name or folder. */
const aboutSqlite = /sqlite(\/|[^/]*\.test\.ts$)/
const aboutPostgres = /postgres(\/|[^/]*\.test\.ts$)/

export function runsOnSqlite(file: string): boolean {
  return !aboutPostgres.test(file)
}

/** Every suite that opens a database runs on both engines. */
export function runsOnPostgres(file: string): boolean {
  return aboutPostgres.test(file) || (!aboutSqlite.test(file) && /openTestServices|testEngine/.test(read(file)))
}

/** Whether a test of this file needs those before it, or starts processes of which nothing is recorded. */
export function isWhole(file: string): boolean {
  return /\b(beforeAll|runAtOnce)\(|from 'node:child_process'/.test(read(file))
}

/** Whether the suite runs on PostgreSQL whatever its statements: it is about PostgreSQL, or has tests of one engine. */
export function runsAlways(file: string): boolean {
  return aboutPostgres.test(file) || (runsOnPostgres(file) && read(file).includes('testEngine('))
}

/** Whether PostgreSQL must run what the suite runs on SQLite. Generated input makes other statements in each run. */
export function runsSameStatements(file: string): boolean {
  return runsOnPostgres(file) && !runsAlways(file) && !read(file).includes("from 'fast-check'")
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

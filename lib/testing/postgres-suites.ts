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

/** Whether a test of this file needs those before it, or processes of which nothing is recorded. */
export function isWhole(file: string): boolean {
  return /\bbeforeAll\(|\brunAtOnce\(|from 'node:child_process'/.test(read(file))
}

/** Whether tests of this file may be of one engine, and are better not relied on for the other. */
export function tellsEngines(file: string): boolean {
  return read(file).includes('testEngine(')
}

/** Whether the suite is about PostgreSQL, and not one of both engines. */
export function isAboutPostgres(file: string): boolean {
  return aboutPostgres.test(file)
}

/** Generated input makes other statements in each run. */
export function runsSameStatements(file: string): boolean {
  return !read(file).includes("from 'fast-check'")
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

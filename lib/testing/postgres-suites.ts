import { readFileSync } from 'node:fs'

/** Suites of one engine have it in their name or folder. */
const aboutSqlite = /sqlite(\/|[^/]*\.test\.ts$)/
const aboutPostgres = /postgres(\/|[^/]*\.test\.ts$)/

export function runsOnSqlite(file: string): boolean {
  return !isAboutPostgres(file)
}

export function isAboutPostgres(file: string): boolean {
  return aboutPostgres.test(file)
}

/** Every suite that opens a database runs on both engines. */
export function runsOnPostgres(file: string): boolean {
  return isAboutPostgres(file) || runsOnBoth(file)
}

export function runsOnBoth(file: string): boolean {
  return (
    !isAboutPostgres(file) && !aboutSqlite.test(file) && /openTestServices|testEngine|emptyDatabase/.test(read(file))
  )
}

/** Whether a test of this file may need those before it. */
export function isWhole(file: string): boolean {
  return /\bbeforeAll\(/.test(read(file))
}

/** Whether PostgreSQL must run what the suite runs on SQLite. Generated input makes other statements in each run. */
export function runsSameStatements(file: string): boolean {
  return runsOnBoth(file) && !read(file).includes("from 'fast-check'")
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

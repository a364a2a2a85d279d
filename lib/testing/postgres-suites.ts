import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Suites of one engine have it in their name or folder. */
const aboutSqlite = /sqlite(\/|[^/]*\.test\.ts$)/
const aboutPostgres = /postgres(\/|[^/]*\.test\.ts$)/

/** Engines differ most in what happens at once. */
const isConcurrent = /Promise\.all|runAtOnce|meetAfter|settle\(/

const list = join(import.meta.dirname, 'suites-left-out.json')

/** Suites that `npm test` leaves out on PostgreSQL, where others run their statements: `scripts/choose-suites.ts` finds them. */
export const suitesLeftOut: readonly string[] = JSON.parse(readFileSync(list, 'utf8'))

export function runsOnSqlite(file: string): boolean {
  return !aboutPostgres.test(file)
}

/** Every suite that opens a database runs on both engines. */
export function runsOnPostgres(file: string): boolean {
  return aboutPostgres.test(file) || (!aboutSqlite.test(file) && /openTestServices|testEngine/.test(read(file)))
}

/** Whether `npm test` runs this suite on PostgreSQL, whatever its statements. */
export function runsAlways(file: string): boolean {
  return aboutPostgres.test(file) || isConcurrent.test(read(file))
}

/** Generated input makes other statements in each run. */
export function runsSameStatements(file: string): boolean {
  return !read(file).includes("from 'fast-check'")
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

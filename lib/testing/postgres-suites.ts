import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Suites of one engine have it in their name or folder. */
const aboutSqlite = /sqlite(\/|[^/]*\.test\.ts$)/
const aboutPostgres = /postgres(\/|[^/]*\.test\.ts$)/

/** Engines differ most in what happens at once. */
const isConcurrent = /Promise\.all|runAtOnce|meetAfter|settle\(/

const list = join(import.meta.dirname, 'postgres-suites.json')

/** Suites that `npm test` runs on PostgreSQL besides those of {@link runsAlways}: `scripts/choose-suites.ts` chooses them. */
export const chosenSuites: readonly string[] = JSON.parse(readFileSync(list, 'utf8'))

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

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

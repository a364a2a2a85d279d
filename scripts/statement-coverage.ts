import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runsOnPostgres, runsSameStatements, suitesLeftOut } from '../lib/testing/postgres-suites.ts'
import { findUncovered, type SuiteStatements } from '../lib/testing/statement-coverage.ts'

/** Gives the work a folder for the statements of its unit tests, and reads what they wrote. */
export async function recordStatements(work: (folder: string) => Promise<void>): Promise<SuiteStatements[]> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-statements-'))
  try {
    await work(folder)
    return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @throws Error that names the statements which suites of both engines ran on SQLite alone */
export function requireBothEngines(suites: readonly SuiteStatements[]): void {
  // Every suite ran on both.
  if (suitesLeftOut.length === 0) return
  const uncovered = findUncovered(
    suites.filter(({ file, engine }) => engine === 'postgres' || (runsOnPostgres(file) && runsSameStatements(file))),
  )
  if (uncovered.length === 0) return
  const list = uncovered.map(({ shape, place, files }) => `${place}\n  ${shape}\n  in ${files.join(', ')}`)
  throw new Error(
    `Statements of SQLite that no suite ran on PostgreSQL:\n${list.join('\n')}\n` +
      'Remove a suite of each from lib/testing/suites-left-out.json, or run scripts/choose-suites.ts to choose all anew.',
  )
}

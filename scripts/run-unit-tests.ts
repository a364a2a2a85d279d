import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseTests } from '../lib/testing/choose-tests.ts'
import { isWhole, runsOnBoth, runsSameStatements } from '../lib/testing/postgres-suites.ts'
import { findNotRun, findUncovered, type SuiteStatements } from '../lib/testing/statement-coverage.ts'
import { finishAll, runStep } from './run-to-end.ts'

/**
 * Runs the unit tests on SQLite, and on PostgreSQL those that it takes to run every statement there, and all that
 * differ by engine or in which something happens at once.
 * @param besidePostgres runs while tests wait for PostgreSQL
 * @throws Error that names the statements and tests which ran only on SQLite
 */
export async function runUnitTests(besidePostgres = async () => {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-statements-'))
  const variables = { TEST_STATEMENTS: join(folder, 'statements'), TEST_CHOSEN: join(folder, 'chosen.json') }
  const readSuites = (): SuiteStatements[] =>
    readdirSync(variables.TEST_STATEMENTS).map((name) =>
      JSON.parse(readFileSync(join(variables.TEST_STATEMENTS, name), 'utf8')),
    )
  try {
    const { TEST_STATEMENTS } = variables
    const projects = ['--project', 'sqlite', '--project', 'components']
    await runStep('Unit tests …', ['vitest/vitest.mjs', 'run', ...projects], { TEST_STATEMENTS })
    const suites = readSuites().filter(({ file }) => runsOnBoth(file))
    writeFileSync(variables.TEST_CHOSEN, JSON.stringify(chooseTests(suites, isWhole)))
    const options = ['run', '--project', 'postgres']
    await finishAll([
      runStep('Unit tests on PostgreSQL …', ['vitest/vitest.mjs', ...options], variables),
      besidePostgres(),
    ])
    requireBothEngines(readSuites())
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function requireBothEngines(suites: readonly SuiteStatements[]): void {
  const notRun = findNotRun(suites.filter(({ file, engine }) => engine === 'postgres' || runsOnBoth(file)))
  if (notRun.length > 0) throw new Error(`Tests that did not run on PostgreSQL:\n${notRun.join('\n')}`)
  const uncovered = findUncovered(
    suites.filter(({ file, engine }) => engine === 'postgres' || runsSameStatements(file)),
  )
  if (uncovered.length === 0) return
  const list = uncovered.map(({ shape, place, files }) => `${place}\n  ${shape}\n  in ${files.join(', ')}`)
  throw new Error(`Statements of SQLite that no test ran on PostgreSQL:\n${list.join('\n')}`)
}

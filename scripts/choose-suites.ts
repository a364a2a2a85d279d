import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runsAlways, runsOnPostgres } from '../lib/testing/postgres-suites.ts'
import { chooseSuites } from '../lib/testing/statement-coverage.ts'
import { root, runStep, runToEnd } from './run-to-end.ts'
import { recordStatements } from './statement-coverage.ts'

/** Chooses the suites that `npm test` repeats on PostgreSQL, so that every statement runs there. */
await runToEnd(async () => {
  const files = globSync('{lib,cli,app,scripts}/**/*.test.ts', { cwd: root }).filter(runsOnPostgres)
  const suites = await recordStatements((folder) =>
    runStep('Unit tests …', 'vitest/vitest.mjs', ['run', '--project', 'sqlite', ...files], { TEST_STATEMENTS: folder }),
  )
  const chosen = chooseSuites(suites, files.filter(runsAlways))
  writeFileSync(join(root, 'lib/testing/postgres-suites.json'), `${JSON.stringify(chosen, null, 2)}\n`)
})

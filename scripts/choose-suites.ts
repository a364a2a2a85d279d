import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runsAlways, runsOnPostgres } from '../lib/testing/postgres-suites.ts'
import { chooseSuites } from '../lib/testing/statement-coverage.ts'
import { root, runStep, runToEnd } from './run-to-end.ts'
import { recordStatements } from './statement-coverage.ts'

/** Finds the suites that `npm test` needn’t repeat on PostgreSQL, because others run every statement there. */
await runToEnd(async () => {
  const files = globSync('{lib,cli,app,scripts}/**/*.test.ts', { cwd: root }).filter(runsOnPostgres)
  const suites = await recordStatements((folder) =>
    runStep('Unit tests …', 'vitest/vitest.mjs', ['run', '--project', 'sqlite', ...files], { TEST_STATEMENTS: folder }),
  )
  const concurrent = files.filter(runsAlways)
  const needed = chooseSuites(suites, concurrent)
  const leftOut = files.filter((file) => !needed.includes(file) && !concurrent.includes(file)).toSorted()
  writeFileSync(join(root, 'lib/testing/suites-left-out.json'), `${JSON.stringify(leftOut, null, 2)}\n`)
})

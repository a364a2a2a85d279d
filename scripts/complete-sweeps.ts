import { globSync, readFileSync } from 'node:fs'
import { runStep } from './run-to-end.ts'

/** Runs the unit tests of which `npm test` takes samples, with all their cases, and every suite on PostgreSQL. */
export async function runCompleteSweeps(): Promise<void> {
  const files = globSync('{cli,examples,lib,quality}/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('#lib/testing/sampling.ts'),
  )
  const complete = { TEST_COMPLETE: '1' }
  await runStep('Complete sweeps …', ['vitest/vitest.mjs', 'run', '--project', 'sqlite', ...files], complete)
  await runStep('Every suite on PostgreSQL …', ['vitest/vitest.mjs', 'run', '--project', 'postgres'], complete)
}

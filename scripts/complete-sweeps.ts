import { globSync, readFileSync } from 'node:fs'
import { runStep } from './run-to-end.ts'

/** Runs the unit tests of which `npm test` takes samples, with all their cases. */
export async function runCompleteSweeps(): Promise<void> {
  const files = globSync('lib/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('#lib/testing/sampling.ts'),
  )
  await runStep('Complete sweeps …', 'vitest/vitest.mjs', ['run', ...files], { TEST_COMPLETE: '1' })
}

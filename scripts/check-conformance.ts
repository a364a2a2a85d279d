import { join } from 'node:path'
import { installBeside } from './install-beside.ts'
import { root, runStep } from './run-to-end.ts'

/**
 * Holds the built product against clients that nobody here wrote, in a package of its own.
 * @param words for Vitest: which files, which names
 */
export async function checkConformance(words: readonly string[] = []): Promise<void> {
  installBeside(join(root, 'conformance'), 'Installing clients that nobody here wrote …')
  await runStep('Types of what asks them …', 'typescript/bin/tsc', ['-p', 'conformance'])
  const options = ['run', '--config', 'conformance/vitest.config.ts', ...words]
  await runStep('Clients that nobody here wrote …', 'vitest/vitest.mjs', options)
}

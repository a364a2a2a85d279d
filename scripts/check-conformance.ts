import { join } from 'node:path'
import { oneChecker } from './check-product.ts'
import { installBeside } from './install-beside.ts'
import { root, runStep } from './run-to-end.ts'

/** Installs the clients that {@link checkConformance} needs, unless they are there. */
export function installClients(): Promise<void> {
  return installBeside(join(root, 'quality/conformance'), 'Installing third-party clients …')
}

/**
 * Tests the built product with third-party clients.
 * @param words Vitest's filters of files and names
 */
export async function checkConformance(words: readonly string[] = []): Promise<void> {
  await installClients()
  const options = ['run', '--config', 'quality/conformance/vitest.config.ts', ...words]
  await runStep('Third-party clients …', ['vitest/vitest.mjs', ...options])
}

/** Adds the tools that take long to install. */
export async function checkExtendedConformance(words: readonly string[]): Promise<void> {
  await installBeside(join(root, 'quality/conformance/extended'), 'Installing tools that read the API description …')
  process.env.CONFORMANCE_EXTENDED = '1'
  await installClients()
  await runStep('Types of the conformance tests …', ['typescript/bin/tsc', '-p', 'quality/conformance', ...oneChecker])
  await checkConformance(words)
}

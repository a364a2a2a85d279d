import { copyFonts } from './fonts.ts'
import { runScript, runStep } from './run-to-end.ts'
import { runUnitTests } from './run-unit-tests.ts'

/** The quick gate: format, lint, prose, types, dead code, unit tests. */
export async function checkProduct(): Promise<void> {
  copyFonts()
  await Promise.all([
    runStep('Format and lint …', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
    runScript('Indefinite pronouns …', 'scripts/prose-check.ts'),
    runStep('Route types …', 'next/dist/bin/next', ['typegen']),
  ])
  await Promise.all([runStep('Types …', 'typescript/bin/tsc', []), runStep('Dead code …', 'knip/bin/knip.js', [])])
  await runUnitTests()
}

import { copyFonts } from './fonts.ts'
import { finishAll, runScriptStep, runStep } from './run-to-end.ts'
import { runUnitTests } from './run-unit-tests.ts'

/** The quick gate: format, lint, prose, types, dead code, unit tests. */
export async function checkProduct(): Promise<void> {
  await checkSources()
  await runUnitTests()
}

/** Format, lint, prose, types and dead code. */
export async function checkSources(): Promise<void> {
  copyFonts()
  await finishAll([
    runStep('Format and lint …', ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
    runScriptStep('Prose …', ['scripts/prose-check.ts']),
    runStep('Dead code …', ['knip/bin/knip.js']),
    checkTypes(),
  ])
}

async function checkTypes(): Promise<void> {
  await runStep('Route types …', ['next/dist/bin/next', 'typegen'])
  await runStep('Types …', ['typescript/bin/tsc', ...oneChecker])
}

/** Several checkers check much of the types several times. Other steps use the other processors. */
export const oneChecker = ['--checkers', '1']

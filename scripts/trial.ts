import { resilienceTests } from '../quality/resilience/catalogue.ts'
import { type Choice, readChoice } from '../quality/resilience/choice.ts'
import { cleanUpOnInterrupt } from '../quality/resilience/interrupt.ts'
import { runResilienceTests } from '../quality/resilience/run-tests.ts'
import { buildProduct } from './build-product.ts'
import { runCompleteSweeps } from './complete-sweeps.ts'
import { readCommandLine } from './read-options.ts'
import { runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  const choice = readCommandLine((words) => readChoice(words, resilienceTests))
  if (isEverything(choice)) await runCompleteSweeps()
  await buildProduct()
  cleanUpOnInterrupt()
  if (!(await runResilienceTests(choice))) process.exitCode = 1
})

function isEverything({ resilienceTests: chosen, size, mutations }: Choice): boolean {
  return chosen.length === resilienceTests.length && size === 'full' && !mutations
}

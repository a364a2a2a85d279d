import { trials } from '../quality/resilience/catalogue.ts'
import { readChoice } from '../quality/resilience/choice.ts'
import { undoWhenInterrupted } from '../quality/resilience/interrupt.ts'
import { runTrials } from '../quality/resilience/run-trials.ts'
import { buildProduct } from './build-product.ts'
import { readCommandLine } from './read-options.ts'
import { runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  const choice = readCommandLine((words) => readChoice(words, trials))
  await buildProduct()
  undoWhenInterrupted()
  if (!(await runTrials(choice))) process.exitCode = 1
})

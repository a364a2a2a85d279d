import { trials } from '../trials/catalogue.ts'
import { readChoice } from '../trials/choice.ts'
import { undoWhenInterrupted } from '../trials/interrupt.ts'
import { runTrials } from '../trials/run-trials.ts'
import { buildProduct } from './build-product.ts'
import { readCommandLine } from './read-options.ts'
import { runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  const choice = readCommandLine((words) => readChoice(words, trials))
  await buildProduct()
  undoWhenInterrupted()
  if (!(await runTrials(choice))) process.exitCode = 1
})

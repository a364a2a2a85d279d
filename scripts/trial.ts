import { trials } from '../trials/catalogue.ts'
import { type Choice, readChoice, UsageError } from '../trials/choice.ts'
import { undoWhenInterrupted } from '../trials/interrupt.ts'
import { runTrials } from '../trials/run-trials.ts'
import { buildProduct } from './build-product.ts'
import { runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  const choice = chooseOrExplain()
  await buildProduct()
  undoWhenInterrupted()
  if (!(await runTrials(choice))) process.exitCode = 1
})

function chooseOrExplain(): Choice {
  try {
    return readChoice(process.argv.slice(2), trials)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

import { type Choice, readChoice, UsageError } from '../bench/choice.ts'
import { contestants } from '../bench/contestants/catalogue.ts'
import { runBench } from '../bench/run-bench.ts'
import { allWorks } from '../bench/works/catalogue.ts'
import { undoWhenInterrupted } from '../trials/interrupt.ts'
import { buildProduct } from './build-product.ts'
import { root, runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  const choice = chooseOrExplain()
  await buildProduct()
  undoWhenInterrupted()
  if (!(await runBench(root, choice))) process.exitCode = 1
})

function chooseOrExplain(): Choice {
  try {
    return readChoice(process.argv.slice(2), { works: allWorks, contestants: contestants.map(({ name }) => name) })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

import { readChoice } from '../quality/benchmarks/choice.ts'
import { contestants } from '../quality/benchmarks/contestants/catalogue.ts'
import { runBench } from '../quality/benchmarks/run-bench.ts'
import { allWorks } from '../quality/benchmarks/works/catalogue.ts'
import { undoWhenInterrupted } from '../quality/resilience/interrupt.ts'
import { buildProduct } from './build-product.ts'
import { readCommandLine } from './read-options.ts'
import { root, runToEnd } from './run-to-end.ts'

const known = { works: allWorks, contestants: contestants.map(({ name }) => name) }

await runToEnd(async () => {
  const choice = readCommandLine((words) => readChoice(words, known))
  await buildProduct()
  undoWhenInterrupted()
  if (!(await runBench(root, choice))) process.exitCode = 1
})

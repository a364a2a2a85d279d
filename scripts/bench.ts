import { readChoice } from '../quality/benchmarks/choice.ts'
import { runBench } from '../quality/benchmarks/run-bench.ts'
import { allScenarios } from '../quality/benchmarks/scenarios/catalogue.ts'
import { targets } from '../quality/benchmarks/targets/catalogue.ts'
import { cleanUpOnInterrupt } from '../quality/resilience/interrupt.ts'
import { buildProduct } from './build-product.ts'
import { readCommandLine } from './read-options.ts'
import { root, runToEnd } from './run-to-end.ts'

const known = { scenarios: allScenarios, targets: targets.map(({ name }) => name) }

await runToEnd(async () => {
  const choice = readCommandLine((words) => readChoice(words, known))
  await buildProduct()
  cleanUpOnInterrupt()
  if (!(await runBench(root, choice))) process.exitCode = 1
})

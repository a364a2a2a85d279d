import { resilienceTests } from '../quality/resilience/catalogue.ts'
import { readChoice } from '../quality/resilience/choice.ts'
import { cleanUpOnInterrupt } from '../quality/resilience/interrupt.ts'
import { runResilienceTests } from '../quality/resilience/run-tests.ts'
import { checkConformance, installClients } from './check-conformance.ts'
import { checkSources } from './check-product.ts'
import { runJourneys } from './run-journeys.ts'
import { finishAll, printStages, runScript, runToEnd, StepFailed, timeStage } from './run-to-end.ts'
import { runUnitTests } from './run-unit-tests.ts'

await runToEnd(async () => {
  cleanUpOnInterrupt()
  try {
    // Unit tests take longest and keep both processors busy while other stages wait for the network or for a moment.
    await finishAll([runUnitTests(), checkAndJudge()])
    await runJourneys(process.argv.slice(2))
  } finally {
    printStages()
  }
})

async function checkAndJudge(): Promise<void> {
  const tools = runScript('Browsers and nginx …', 'scripts/install-tools.ts')
  await finishAll([checkAndBuild(), installClients(), tools])
  await finishAll([judgeFromOutside(), testResilience()])
}

/** The build replaces types of routes, which the check reads. In a process of its own it sets `NODE_ENV` for no test. */
async function checkAndBuild(): Promise<void> {
  await checkSources()
  await runScript('Build …', 'scripts/build.ts')
}

async function judgeFromOutside(): Promise<void> {
  await checkConformance()
  await runScript('Page weight …', 'scripts/page-weight.ts')
}

async function testResilience(): Promise<void> {
  const choice = readChoice(['--short'], resilienceTests)
  await timeStage('Short resilience tests …', async () => {
    if (!(await runResilienceTests(choice))) throw new StepFailed('resilience tests')
  })
}

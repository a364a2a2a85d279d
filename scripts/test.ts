import { resilienceTests } from '../quality/resilience/catalogue.ts'
import { readChoice } from '../quality/resilience/choice.ts'
import { cleanUpOnInterrupt } from '../quality/resilience/interrupt.ts'
import { runResilienceTests } from '../quality/resilience/run-tests.ts'
import { checkConformance, installClients } from './check-conformance.ts'
import { checkSources } from './check-product.ts'
import { runJourneys } from './run-journeys.ts'
import { finishAll, printStages, runScriptStep, runToEnd, StepFailed, timeStage } from './run-to-end.ts'
import { runUnitTests } from './run-unit-tests.ts'

await runToEnd(async () => {
  cleanUpOnInterrupt()
  try {
    // Installations wait for the network.
    const tools = [runScriptStep('Browsers and nginx …', ['scripts/install-tools.ts']), installClients()]
    const ready = finishAll([...tools, checkAndBuild()])
    // These wait for databases and processes: side by side they keep the processors busy.
    const besidePostgres = async () => {
      await ready
      await finishAll([judgeFromOutside(), testResilience()])
    }
    await finishAll([ready, runUnitTests(besidePostgres)])
    await runJourneys(process.argv.slice(2))
  } finally {
    printStages()
  }
})

/** Building waits for the check, which reads types that the build replaces. */
async function checkAndBuild(): Promise<void> {
  await checkSources()
  await runScriptStep('Build …', ['scripts/build.ts'])
}

async function judgeFromOutside(): Promise<void> {
  await checkConformance()
  await runScriptStep('Page weight …', ['scripts/page-weight.ts'])
}

async function testResilience(): Promise<void> {
  const choice = readChoice(['--short'], resilienceTests)
  await timeStage('Short resilience tests …', async () => {
    if (!(await runResilienceTests(choice))) throw new StepFailed('resilience tests')
  })
}

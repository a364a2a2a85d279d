import { resilienceTests } from '../quality/resilience/catalogue.ts'
import { readChoice } from '../quality/resilience/choice.ts'
import { cleanUpOnInterrupt } from '../quality/resilience/interrupt.ts'
import { runResilienceTests } from '../quality/resilience/run-tests.ts'
import { ensureBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { checkConformance, installClients } from './check-conformance.ts'
import { checkProduct } from './check-product.ts'
import { runJourneys } from './run-journeys.ts'
import { printStages, runScript, runToEnd, timeStage } from './run-to-end.ts'

await runToEnd(async () => {
  try {
    // Installations mostly wait for the network.
    const tools = runScript('Browsers and nginx …', 'scripts/install-tools.ts')
    await Promise.all([checkProduct(), installClients(), tools])
    await buildProduct()
    cleanUpOnInterrupt()
    // Both finish: an early exit would leave mounts and databases of the resilience tests behind.
    const [outside, resilience] = await Promise.allSettled([
      judgeFromOutside(),
      // They mostly wait.
      timeStage('Short resilience tests …', () => runResilienceTests(readChoice(['--short'], resilienceTests))),
    ])
    for (const result of [outside, resilience]) if (result.status === 'rejected') throw result.reason
    if (resilience.status === 'fulfilled' && !resilience.value) process.exitCode = 1
  } finally {
    printStages()
  }
})

async function judgeFromOutside(): Promise<void> {
  await checkConformance()
  process.env.E2E_BROWSER = await ensureBrowser()
  await runScript('Page weight …', 'scripts/page-weight.ts')
  await runJourneys(process.argv.slice(2))
}

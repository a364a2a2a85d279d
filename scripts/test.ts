import { resilienceTests } from '../quality/resilience/catalogue.ts'
import { readChoice } from '../quality/resilience/choice.ts'
import { cleanUpOnInterrupt } from '../quality/resilience/interrupt.ts'
import { runResilienceTests } from '../quality/resilience/run-tests.ts'
import { ensureBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { checkConformance, installClients } from './check-conformance.ts'
import { checkProduct } from './check-product.ts'
import { runJourneys } from './run-journeys.ts'
import { runScript, runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  // An installation mostly waits for the network.
  await Promise.all([checkProduct(), installClients()])
  await buildProduct()
  console.error('Conformance tests, beside short resilience tests …')
  cleanUpOnInterrupt()
  // Both finish: an early exit would leave mounts and databases of the resilience tests behind.
  const [conformance, resilience] = await Promise.allSettled([
    checkConformance(),
    runResilienceTests(readChoice(['--short'], resilienceTests)),
  ])
  for (const result of [conformance, resilience]) if (result.status === 'rejected') throw result.reason
  // The journeys run even if a resilience test failed.
  if (resilience.status === 'fulfilled' && !resilience.value) process.exitCode = 1
  process.env.E2E_BROWSER = await ensureBrowser()
  await runScript('Page weight …', 'scripts/page-weight.ts')
  await runJourneys(process.argv.slice(2))
})

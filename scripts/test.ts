import { resilienceTests } from '../quality/resilience/catalogue.ts'
import { readChoice } from '../quality/resilience/choice.ts'
import { cleanUpOnInterrupt } from '../quality/resilience/interrupt.ts'
import { runResilienceTests } from '../quality/resilience/run-tests.ts'
import { ensureBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { checkConformance } from './check-conformance.ts'
import { checkProduct } from './check-product.ts'
import { ensureFirefox } from './firefox.ts'
import { ensureNginx } from './nginx.ts'
import { runScript, runStep, runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  await checkProduct()
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
  const nginxMissing = ensureNginx()
  if (nginxMissing) {
    console.error(`nginx is not tested: ${nginxMissing}`)
    process.env.E2E_NGINX_MISSING = nginxMissing
  }
  const firefoxMissing = ensureFirefox()
  if (firefoxMissing) {
    console.error(`The main journeys run in Chromium only: ${firefoxMissing}`)
    process.env.E2E_FIREFOX_MISSING = firefoxMissing
  }
  await runStep('Browser journeys …', '@playwright/test/cli.js', ['test', ...process.argv.slice(2)])
})

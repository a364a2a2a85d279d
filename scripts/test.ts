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
  await checkConformance()
  console.error('Trials, in short …')
  cleanUpOnInterrupt()
  // The journeys are worth seeing all the same.
  if (!(await runResilienceTests(readChoice(['--short'], resilienceTests)))) process.exitCode = 1
  process.env.E2E_BROWSER = await ensureBrowser()
  await runScript('What the pages weigh …', 'scripts/page-weight.ts')
  const nginxMissing = ensureNginx()
  if (nginxMissing) {
    console.error(`What is in front of the instances stays untested: ${nginxMissing}`)
    process.env.E2E_NGINX_MISSING = nginxMissing
  }
  const firefoxMissing = ensureFirefox()
  if (firefoxMissing) {
    console.error(`The main journeys run in Chromium alone: ${firefoxMissing}`)
    process.env.E2E_FIREFOX_MISSING = firefoxMissing
  }
  await runStep('Journeys in the browser …', '@playwright/test/cli.js', ['test', ...process.argv.slice(2)])
})

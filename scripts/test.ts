import { ensureBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { checkProduct } from './check-product.ts'
import { runStep, runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  await checkProduct()
  await buildProduct()
  process.env.E2E_BROWSER = await ensureBrowser()
  await runStep('Journeys in the browser …', '@playwright/test/cli.js', ['test', ...process.argv.slice(2)])
})

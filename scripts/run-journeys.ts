import { ensureBrowser } from './browser.ts'
import { ensureFirefox } from './firefox.ts'
import { ensureNginx } from './nginx.ts'
import { runStep } from './run-to-end.ts'

/**
 * Installs what the journeys need, and runs them against the built product.
 * @param args of Playwright: files, `--project`
 */
export async function runJourneys(args: readonly string[]): Promise<void> {
  // Journeys use cases that verify passkeys, in processes of Playwright.
  process.env.NODE_OPTIONS ??= '--disable-warning=ExperimentalWarning'
  // Node.js strips types by itself, where Playwright would translate each file first.
  process.env.PW_DISABLE_TS_ESM ??= '1'
  process.env.E2E_BROWSER ??= await ensureBrowser()
  const nginxMissing = ensureNginx()
  if (nginxMissing) {
    console.error(`nginx is not tested: ${nginxMissing}`)
    process.env.E2E_NGINX_MISSING = nginxMissing
  }
  const firefoxMissing = ensureFirefox()
  if (firefoxMissing) {
    console.error(`The journeys run in Chromium only: ${firefoxMissing}`)
    process.env.E2E_FIREFOX_MISSING = firefoxMissing
  }
  await runStep('Browser journeys …', ['@playwright/test/cli.js', 'test', ...args])
}

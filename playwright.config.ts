import { defineConfig } from '@playwright/test'
import { isComplete } from './e2e/complete.ts'
import { firefoxLaunch } from './e2e/firefox.ts'
import { product } from './e2e/product.ts'

/**
 * What pages of managers and of single users do beyond the main journeys and the walk: only with `npm run journeys`.
 */
const detailedJourneys = [
  ...['access-requests', 'account-groups', 'accounts', 'activity', 'api-keys', 'api-reference', 'broken-lines'],
  ...['choose-accounts', 'command-line', 'display-settings', 'explain', 'forgot-password', 'generate-key', 'hand-over'],
  ...['key-limits', 'key-pairs', 'leak-desk', 'mail', 'open-now', 'organization', 'overview'],
  ...['palette', 'profile', 'provisioning', 'remote-platform', 'reset-factors', 'rotation', 'screen-reader'],
  ...['scrollbar-gutter', 'shortcuts', 'sign-in-policy', 'typed-data', 'user-page', 'users', 'webhooks'],
  ...['your-security'],
].map((name) => `${name}.spec.ts`)

/** What tests of endpoints, of conformance, of `nginx-conf.spec.ts` and of resilience ask, too. */
const repeatedRequests = ['gateway-and-router', 'instances-behind-nginx', 'protocol', 'protocol-refusals'].map(
  (name) => `${name}.spec.ts`,
)

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Journeys share one product; each creates its own users and accounts.
  workers: 3,
  fullyParallel: true,
  ...(!isComplete && { grepInvert: /@complete/ }),
  forbidOnly: Boolean(process.env.CI),
  // One of hundreds of journeys may fail once on a busy machine. The summary lists it as flaky: find out why.
  retries: 1,
  // Limits, not claims of speed: a machine for tests may be several times slower than a developer's.
  timeout: 90_000,
  expect: { timeout: 16_000 },
  reporter: [['list']],
  use: {
    baseURL: product.baseUrl,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A trace of every step takes much of the time: E2E_TRACE=1 records it for failures.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.E2E_BROWSER ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root; no journey needs an external network.
      args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
  projects: [
    {
      name: 'chromium',
      // The walk replaces the detailed journeys, which the complete form runs in Chromium.
      testIgnore: [
        'firefox-without-scripts.spec.ts',
        ...(isComplete ? ['walk.spec.ts'] : [...detailedJourneys, ...repeatedRequests]),
      ],
    },
    {
      name: 'firefox',
      // The short form takes the journey that has the tag.
      ...(isComplete
        ? { testIgnore: 'firefox-without-scripts.spec.ts' }
        : { testMatch: 'main-journeys.spec.ts', grep: /@firefox/ }),
      use: { browserName: 'firefox', launchOptions: firefoxLaunch },
    },
    {
      name: 'firefox-without-scripts',
      testMatch: 'firefox-without-scripts.spec.ts',
      use: {
        browserName: 'firefox',
        launchOptions: { ...firefoxLaunch, firefoxUserPrefs: { 'javascript.enabled': false } },
      },
    },
  ],
  webServer: {
    command: `"${process.execPath}" --disable-warning=ExperimentalWarning e2e/start-product.ts`,
    url: `${product.baseUrl}/livez`,
    timeout: 60_000,
    // Prints warnings and errors of the product between the journeys.
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
})

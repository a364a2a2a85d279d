import { defineConfig } from '@playwright/test'
import { firefoxLaunch } from './e2e/firefox.ts'
import { product } from './e2e/product.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Journeys share one product, as people do; each makes its own people and accounts.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 40_000,
  expect: { timeout: 8_000 },
  reporter: [['list']],
  use: {
    baseURL: product.baseUrl,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Pictures of every step would take a quarter of the time; what a page held is in the trace all the same.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: process.env.E2E_BROWSER ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root; no journey needs anything from outside this machine.
      args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
  projects: [
    { name: 'chromium', testIgnore: 'scripts-off.spec.ts' },
    {
      name: 'firefox',
      testMatch: ['main-journeys.spec.ts', 'planted-cookie.spec.ts'],
      use: { browserName: 'firefox', launchOptions: firefoxLaunch },
    },
    {
      name: 'firefox-scripts-off',
      testMatch: 'scripts-off.spec.ts',
      use: {
        browserName: 'firefox',
        launchOptions: { ...firefoxLaunch, firefoxUserPrefs: { 'javascript.enabled': false } },
      },
    },
  ],
  webServer: {
    command: `"${process.execPath}" e2e/start-product.ts`,
    url: `${product.baseUrl}/livez`,
    timeout: 60_000,
    // Warnings and failures of the product, between the lines of the journeys.
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
})

import { defineConfig } from '@playwright/test'

const port = 3210

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Journeys share one product, as people do; each makes its own users and accounts.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 40_000,
  expect: { timeout: 8_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.LATCHKEY_E2E_BROWSER ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  webServer: {
    command: `"${process.execPath}" e2e/start-product.ts`,
    url: `http://localhost:${port}/livez`,
    env: { PORT: String(port), LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    timeout: 60_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
})

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Demo } from '../lib/demo/insert-demo-data.ts'
import { launchBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { signInToDemo } from './demo-sign-in.ts'
import { printError, root, runToEnd } from './run-to-end.ts'

type Theme = 'light' | 'dark'

const folder = join(root, 'docs', 'screenshots')
const baseUrl = 'http://localhost:3280'

/** Takes the screenshots of the README: the product with its demonstration data, in both themes. */
await runToEnd(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-screenshots-'))
  Object.assign(process.env, {
    PORT: '3280',
    HOST: '127.0.0.1',
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  })
  await buildProduct()
  const { startServer } = await import('../server.ts')
  const { insertDemoData } = await import('../lib/demo/insert-demo-data.ts')
  const running = await startServer()
  const demo = await insertDemoData(running.services, printError)
  const browser = await launchBrowser()
  mkdirSync(folder, { recursive: true })
  for (const theme of ['light', 'dark'] as const) await takeAll(browser, theme, demo)
  await browser.close()
  await running.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function takeAll(browser: Browser, theme: Theme, demo: Demo): Promise<void> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1280, height: 800 },
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    reducedMotion: 'reduce',
  })
  const page = await signInToDemo(context)
  const take = (name: string) => page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
  await take('launcher')
  await generateKey(page, theme)
  await take('secret')
  const grantUrl = await requestGrantUrl(demo)
  await page.goto(grantUrl)
  await take('account')
  await page.goto(grantUrl)
  await take('refused')
  await context.close()
}

async function generateKey(page: Page, theme: Theme): Promise<void> {
  await page.goto('/users-and-access#api-keys')
  await page.getByRole('link', { name: 'Generate new key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(`Ticket system (${theme})`)
  await page.getByRole('button', { name: 'Generate key' }).click()
  await page.getByLabel('I have stored the secret').waitFor()
}

async function requestGrantUrl({ key, accountId, locale }: Demo): Promise<string> {
  const credentials = { grantType: 'client_credentials', clientId: key.id, clientSecret: key.secret }
  const { accessToken } = await post('/auth/v1/token', credentials)
  const { grantUrl } = await post('/auth/v1/sso', { accountId, locale }, { Authorization: `Bearer ${accessToken}` })
  return grantUrl ?? ''
}

async function post(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

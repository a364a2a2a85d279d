import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { Instance } from '../e2e/instances.ts'
import { findFreePort } from '../lib/testing/free-port.ts'
import { ensureBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { timeLauncher } from './launcher-time.ts'
import { fillWithAccounts, somebody } from './many-accounts.ts'
import { readAccessLog, timeOpening } from './opening-time.ts'
import { runToEnd } from './run-to-end.ts'

const accounts = 100_000
const rounds = 40

/** The goals, at the median, in milliseconds. */
const goals = { opening: 25, launcher: 50 }

/**
 * How long the built product takes, on an otherwise quiet machine: from the click on "Open account" to the account's
 * page, the server's part of it, and the launcher's first bytes with very many accounts. Prints; fails nothing.
 */
await runToEnd(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-time-'))
  const port = await findFreePort()
  const secret = 'the master secret of a measurement and of nothing else'
  const variables = { BASE_URL: `http://localhost:${port}`, DATA_DIR: dataDir, LATCHKEY_SECRET: secret }
  await buildProduct()
  console.error(`Inserting ${accounts} accounts …`)
  await fillWithAccounts(variables, accounts)
  const product = new Instance(variables, port)
  await product.start()
  try {
    await measure(variables.BASE_URL, product)
  } finally {
    await product.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function measure(baseURL: string, product: Instance): Promise<void> {
  const args = ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args })
  const context = await browser.newContext({ baseURL })
  await signIn(context)
  const opening = await timeOpening(context, rounds)
  const logged = readAccessLog(product.printed, rounds)
  const cookies = await context.cookies()
  const launcher = await timeLauncher(baseURL, cookies.map(({ name, value }) => `${name}=${value}`).join('; '), 50)
  await browser.close()
  const load = `${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`
  console.log(`\n${accounts} accounts; ms, on the client's clock: from the request's being sent to the first byte.`)
  console.log(`The load of the machine, this measurement's own included: ${load}.\n`)
  console.log(row('', 'median', '95th', 'goal'))
  for (const [address, times] of Object.entries(opening)) {
    console.log(row(address, ...figures(times), address === 'all three' ? judge(times, goals.opening) : ''))
  }
  console.log(row('… by its log', ...figures(logged)))
  console.log(row('the launcher', ...figures(launcher), judge(launcher, goals.launcher)))
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('E-mail address or user name').fill(somebody.email)
  await page.getByLabel('Password', { exact: true }).fill(somebody.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('searchbox').waitFor()
  await page.close()
}

function figures(times: readonly number[]): string[] {
  return [quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1)]
}

function judge(times: readonly number[], goal: number): string {
  return `${goal}, ${quantile(times, 0.5) <= goal ? 'met' : 'missed'}`
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(16) + cells.map((cell) => cell.padStart(12)).join('')
}

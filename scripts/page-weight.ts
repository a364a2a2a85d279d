import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { EnvError } from '../lib/kernel/env.ts'
import { findFreePort } from '../lib/testing/free-port.ts'
import { launchBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { signInToDemo } from './demo-sign-in.ts'
import { weighEmptyPage } from './empty-page.ts'
import { runToEnd } from './run-to-end.ts'
import { difference, type Weight, weighPage } from './weigh-page.ts'

/**
 * The maximum that a page adds to an empty one, in kB of 1,000 bytes: its scripts, which cost a phone the most, and all
 * its resources.
 */
const budgets = {
  'sign-in': { scripts: 15, all: 15 },
  launcher: { scripts: 40, all: 45 },
  'users and access': { scripts: 40, all: 56 },
  activity: { scripts: 40, all: 60 },
  overview: { scripts: 25, all: 40 },
  'opened account': { scripts: 15, all: 15 },
} as const

/** Not pages of Next: their whole weight counts. */
const documents = ['sign-in', 'opened account']

type Page = keyof typeof budgets

/** Weighs the pages of the built product in a browser, compared with an empty page of Next. */
await runToEnd(async () => {
  Object.assign(process.env, await makeEnvironment())
  await buildProduct()
  const browser = await launchBrowser()
  const empty = await weighEmptyPage(browser)
  const pages = await weighProduct(browser)
  await browser.close()
  rmSync(process.env.DATA_DIR ?? '', { recursive: true, force: true })
  const misses = print(empty, pages)
  if (misses.length > 0) throw new EnvError(`Too heavy: ${misses.join(', ')}.`)
})

async function makeEnvironment(): Promise<Record<string, string>> {
  const port = await findFreePort()
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    BASE_URL: `http://localhost:${port}`,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'latchkey-weight-')),
    LOG_LEVEL: 'error',
  }
}

async function weighProduct(browser: Browser): Promise<Record<Page, Weight>> {
  const { startServer } = await import('../server.ts')
  const { insertDemoData } = await import('../lib/server/demo/insert-demo-data.ts')
  const running = await startServer()
  await insertDemoData(running.services, () => undefined)
  const context = await browser.newContext({ baseURL: running.services.env.baseUrl })
  const signIn = await weighPage(context, '/sign-in')
  const page = await signInToDemo(context)
  const launch = await page.locator('a[data-open]').first().getAttribute('href')
  const launcher = await weighPage(context, '/')
  const usersAndAccess = await weighPage(context, '/users-and-access')
  const activity = await weighPage(context, '/activity')
  const overview = await weighPage(context, '/overview')
  const opened = await weighPage(context, launch ?? '/nowhere')
  await context.close()
  await running.close()
  return {
    'sign-in': signIn,
    launcher,
    'users and access': usersAndAccess,
    activity,
    overview,
    'opened account': opened,
  }
}

/** Prints the table. @returns the pages over their budget */
function print(empty: Weight, pages: Record<Page, Weight>): string[] {
  const misses: string[] = []
  console.log('kB of 1,000 bytes over the wire, without headers. Browsers cache fonts for a year.\n')
  console.log(row('', 'scripts', 'styles', 'document', 'all', 'fonts'))
  console.log(row('an empty page', ...figures(empty)))
  for (const [name, { scripts, all }] of Object.entries(budgets)) {
    const weight = pages[name as Page]
    const added = difference(weight, empty)
    console.log(row(name, ...figures(weight)))
    const counted = documents.includes(name) ? weight : added
    console.log(row('  adds, at most', ...figures(counted), ` (scripts ${scripts}, all ${all})`))
    if (counted.scripts > scripts * 1_000) misses.push(`${name}, scripts`)
    if (counted.all > all * 1_000) misses.push(`${name}, all`)
  }
  return misses
}

function figures({ scripts, styles, document, all, fonts }: Weight): string[] {
  return [scripts, styles, document, all, fonts].map((bytes) => (bytes / 1_000).toFixed(1))
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(18) + cells.map((cell) => cell.padStart(10)).join('')
}

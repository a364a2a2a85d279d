import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { seePages } from './crawl-page.ts'
import { expect, keyOwnerField, test } from './fixtures.ts'

const port = 3211
const baseUrl = `http://localhost:${port}`

/** Starts the product with an empty data folder, as `npm start` does. @returns the process and the set-up link */
async function startEmptyProduct(dataDir: string): Promise<{ server: ChildProcess; link: string }> {
  const server = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let printed = ''
  server.stdout.on('data', (chunk) => {
    printed += chunk
    const link = /http\S+\/set-up\?token=\S+/.exec(printed)?.[0]
    if (link) resolve(link)
  })
  server.once('exit', () => reject(new Error(`the product ended: ${printed}`)))
  return { server, link: await promise }
}

/** Acts on what the screen says, and counts: clicks, fields, commands that are run, and links that are opened. */
class Newcomer {
  count = 0
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog')
  }

  async click(target: Locator): Promise<void> {
    this.count++
    await target.click()
  }

  async fill(label: string, value: string, within: Page | Locator = this.dialog): Promise<void> {
    this.count++
    await within.getByLabel(label, { exact: true }).fill(value)
  }

  /** The step that is open, which is named. */
  step(title: string): Locator {
    return this.page.locator('[aria-current="step"]').filter({ has: this.page.getByText(title, { exact: true }) })
  }

  /** Copies the sample as it is shown, runs it in a shell with the secret in its place. @returns what it prints */
  async run(secret: string, change: (code: string) => string = (code) => code): Promise<string> {
    this.count += 3
    const shown = await this.page.locator('[data-sample="curl"] code').textContent()
    expect(shown).toContain('PLATFORM_CLIENT_SECRET=lksec_…')
    const code = change((shown ?? '').replace('lksec_…', secret))
    return (await promisify(execFile)('sh', ['-c', code])).stdout.trim()
  }
}

async function addAccount(me: Newcomer): Promise<void> {
  await me.click(me.step('Add an account').getByRole('link', { name: 'Add account' }))
  await me.fill('Account ID', 'acme')
  await me.fill('Name', 'Acme Ltd')
  await me.click(me.dialog.getByRole('button', { name: 'Add account' }))
}

async function addProgram(me: Newcomer): Promise<void> {
  await me.click(me.step('Add the program').getByRole('link', { name: 'Add program' }))
  await expect(me.dialog.getByText('Acme Ltd')).toBeVisible()
  await me.fill('Name', 'Order system')
  await me.click(me.dialog.getByRole('button', { name: 'Add user' }))
}

/** @returns the secret, which only the dialog shows */
async function generateKey(me: Newcomer): Promise<string> {
  const { dialog, page } = me
  await me.click(me.step('Generate its key').getByRole('link', { name: 'Generate key' }))
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Order system')
  await expect(keyOwnerField(page).locator('option:checked')).toHaveText(/^Order system/)
  await expect(dialog.getByRole('status').first()).toHaveText(/^Opens 1 account as Order system, from any network/)
  await me.click(dialog.getByRole('button', { name: 'Generate key' }))
  await me.click(dialog.getByRole('button', { name: 'Copy secret' }))
  const secret = /lksec_[A-Za-z0-9]{49}/.exec((await dialog.textContent()) ?? '')?.[0] ?? 'none'
  await me.click(dialog.getByRole('checkbox'))
  await me.click(dialog.getByRole('button', { name: 'Done' }))
  return secret
}

/** A call for an account that the program can't open: the step explains it, and leads into the dialog that helps. */
async function askForAnother(me: Newcomer, secret: string, context: BrowserContext): Promise<void> {
  const { page } = me
  const call = me.step('Make the first call')
  await me.run(secret, (code) => code.replace('accountId=acme', 'accountId=bolt'))
  await expect(call.getByRole('status').filter({ hasText: 'the sign-in link was refused' })).toBeVisible()
  await expect(
    call.getByText('Order system can open one account (Acme Ltd). Your call asked for “Bolt & Co”.'),
  ).toBeVisible()
  await expect(call.getByText('accountId=acme', { exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  // The other dialogs open over other pages, too.
  const pages = ['', '?dialog=allow&of=bolt'].map((query) => `${baseUrl}/overview/first-steps${query}`)
  expect(await seePages(context, pages)).toEqual([])
  await call.getByRole('link', { name: 'Let it open Bolt & Co' }).click()
  await me.dialog.getByRole('button', { name: 'Let it open Bolt & Co' }).click()
  await expect(call.getByText('It can open it now. Call again.')).toBeVisible()
  await call.getByText('Show the calls again').click()
}

/** Adds a second account, without scripts. */
async function addBolt(plain: Page): Promise<void> {
  await plain.goto('/manage/accounts?dialog=add')
  await plain.getByLabel('Account ID', { exact: true }).fill('bolt')
  await plain.getByLabel('Name', { exact: true }).fill('Bolt & Co')
  await plain.getByRole('dialog').getByRole('button', { name: 'Add account' }).click()
  await expect(plain.getByText('“Bolt & Co” was added.')).toBeVisible()
}

async function inviteAgent(me: Newcomer): Promise<void> {
  await me.click(me.step('Invite an agent').getByRole('link', { name: 'Invite agent' }))
  await me.fill('Name', 'Nia Okafor')
  await me.fill('Email', 'nia@example.com')
  await me.click(me.dialog.getByRole('button', { name: 'Add user' }))
  await expect(me.dialog.getByText(/set-password\?token=/)).toBeVisible()
  await me.click(me.dialog.getByRole('link', { name: 'Done' }))
}

test('from the printed link, which works once, to an account that a program opened', async ({ browser }) => {
  // Starts a product of its own.
  test.slow()
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-empty-'))
  const { server, link } = await startEmptyProduct(dataDir)
  try {
    const context = await browser.newContext({ baseURL: baseUrl })
    const page = await context.newPage()
    for (const path of ['/', '/sign-in', '/activity']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latchkey isn’t set up yet')
      await expect(page.getByText('Look in the terminal or the server log.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(0)
      expect(await page.content()).not.toContain('token=')
    }
    for (const path of ['/set-up', '/set-up?token=', '/set-password']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is incomplete')
    }
    await page.goto(link)
    await page.getByLabel('Password', { exact: true }).fill('too short')
    await page.getByLabel('Username', { exact: true }).fill('a')
    await page.getByLabel('Email', { exact: true }).fill('ada')
    await page.getByRole('button', { name: 'Create owner and sign in' }).click()
    await expect(page.getByText('Use at least 2 characters.')).toBeVisible()
    await expect(page.getByText('Enter a full email address, for example ada@example.com.')).toBeVisible()
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
    await page.getByLabel('Username', { exact: true }).fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('seven quiet otters paddle east')
    await page.getByRole('button', { name: 'Create owner and sign in' }).click()
    await expect(page.getByRole('button', { name: 'Ada Lovelace' })).toBeVisible()
    await expect(page).toHaveURL(`${baseUrl}/overview/first-steps`)
    // Without the mistakes above: four fields and a button.
    const me = new Newcomer(page)
    me.count = 5
    expect(await findViolations(page)).toEqual([])
    await addAccount(me)
    await expect(page.getByText('1 of 5')).toBeVisible()
    await addProgram(me)
    await expect(page.getByText('2 of 5')).toBeVisible()
    const secret = await generateKey(me)
    await expect(page.getByText('3 of 5')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy curl' })).toBeFocused()
    expect((await page.content()).includes(secret)).toBe(false)
    const storageState = await context.storageState()
    const scriptless = await browser.newContext({ baseURL: baseUrl, storageState, javaScriptEnabled: false })
    const plain = await scriptless.newPage()
    await addBolt(plain)
    await plain.goto('/overview')
    const { count } = me
    await askForAnother(me, secret, context)
    me.count = count
    const href = await me.run(secret)
    const opened = await context.newPage()
    me.count++
    await opened.goto(href)
    await expect(opened).toHaveURL(`${baseUrl}/accounts/acme`)
    await opened.close()
    // Both follow the call: one live, and the one without scripts by reloading.
    for (const watched of [page, plain]) await expect(watched.getByText('4 of 5')).toBeVisible()
    const toOpened = me.count
    await inviteAgent(me)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latchkey works')
    const counted = `${toOpened} to the opened account, ${me.count} with the invitation`
    test.info().annotations.push({ type: 'clicks and fields', description: counted })
    expect(toOpened).toBeLessThanOrEqual(25)
    expect(await findViolations(page)).toEqual([])
    await plain.goto('/')
    await plain.getByRole('link', { name: 'Continue' }).click()
    await plain.getByRole('button', { name: 'Open the launcher' }).click()
    await expect(plain.getByRole('link', { name: 'Open account Acme Ltd' })).toBeVisible()
    await page.goto('/overview')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')

    await page.goto('/activity')
    await expect(page.getByText('Ada Lovelace set up Latchkey and became its owner')).toBeVisible()

    const again = await (await browser.newContext({ baseURL: baseUrl })).newPage()
    await again.goto(link)
    await expect(again.getByText(/already used/)).toBeVisible()
    await again.goto('/sign-in')
    await expect(again.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  } finally {
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    expect(await exited).toBe(0)
    rmSync(dataDir, { recursive: true, force: true })
  }
})

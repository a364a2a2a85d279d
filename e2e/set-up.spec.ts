import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { findViolations } from './axe.ts'
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

/** Follows the checklist from the service user to an account that a program's link opened. */
async function openByProgram(page: Page, steps: Locator): Promise<void> {
  const dialog = page.getByRole('dialog')
  await steps.getByRole('link', { name: 'Add user' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Order system')
  await dialog.getByLabel('Username', { exact: true }).fill('orders')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Order system')
  // Without accounts, its keys would open nothing: the step and the dialog say so.
  await page.goto('/overview')
  await expect(steps).toContainText('1 of 5 done')
  await expect(steps).toContainText('Order system can’t open any account yet')
  await steps.getByRole('link', { name: 'Generate key' }).click()
  await expect(dialog.getByText('Opens no accounts yet.')).toBeVisible()
  await expect(keyOwnerField(page).locator('option:checked')).toHaveText(/^Order system/)
  await dialog.getByRole('link', { name: 'Select accounts' }).click()
  await page.getByRole('checkbox', { name: 'Acme Ltd', exact: true }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('1 account added, none removed.')).toBeVisible()
  await page.goto('/overview')
  await expect(steps).toContainText('2 of 5 done')

  await steps.getByRole('link', { name: 'Generate key' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Orders')
  await expect(dialog.getByRole('status').first()).toHaveText(/^Opens 1 account as Order system, from any network/)
  await dialog.getByRole('button', { name: 'Generate key' }).click()
  await dialog.getByText('curl', { exact: true }).click()
  await expect(dialog.getByText('-d accountId=acme')).toBeVisible()
  await dialog.getByText('Try it', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Try key' }).click()
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('link', { name: 'Open account' }).click(),
  ])
  await expect(opened).toHaveURL(`${baseUrl}/accounts/acme`)
  await opened.close()
  await page.goto('/overview')
  await expect(steps).toContainText('4 of 5 done')
  await expect(steps.getByRole('listitem').nth(3)).toContainText('Done: Open an account from your program')
}

test('the printed set-up link creates the first owner once', async ({ browser }) => {
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
    const steps = page.getByRole('region', { name: 'Set up Latchkey' })
    await expect(steps).toContainText('0 of 5 done')
    expect(await findViolations(page)).toEqual([])
    await steps.getByRole('link', { name: 'Add account' }).click()
    await page.getByRole('dialog').getByLabel('Account ID').fill('acme')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Acme Ltd')
    await page.getByRole('dialog').getByRole('button', { name: 'Add account' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goto('/overview')
    await expect(steps).toContainText('1 of 5 done')
    await expect(steps.getByRole('listitem').first()).toContainText('Done: Add an account')
    await openByProgram(page, steps)
    const storageState = await context.storageState()
    const scriptless = await browser.newContext({ baseURL: baseUrl, storageState, javaScriptEnabled: false })
    const plain = await scriptless.newPage()
    await plain.goto('/')
    await plain.getByRole('button', { name: 'Hide steps' }).click()
    await expect(plain.getByRole('link', { name: 'Open account Acme Ltd' })).toBeVisible()
    await expect(plain.getByText('Set up Latchkey')).toHaveCount(0)

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

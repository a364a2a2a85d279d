import type { Page } from '@playwright/test'
import { startMailServer } from '#lib/testing/mail-server.ts'
import { findViolations } from './axe.ts'
import { variations } from './complete.ts'
import { expect, signIn, signInByForm, test } from './fixtures.ts'
import { type Installation, install } from './installation.ts'

// An installation of its own: the product of the other journeys sends no mail.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

const chosen = 'nine slow herons cross north'

let mailServer: Awaited<ReturnType<typeof startMailServer>>
let site: Installation

test.beforeAll(async () => {
  mailServer = await startMailServer({ until: 'closed' })
  site = await install('localhost', mailServer.variables)
  // Without an owner, the sign-in page says so.
  await site.world.createPerson('owner')
})

test.afterAll(async () => {
  await site?.remove()
  mailServer?.close()
})

/** The links in the mails to this address, in order. */
function linksTo(email: string): string[] {
  const mails = mailServer.received.filter(({ to }) => to.includes(email))
  return mails.flatMap((mail) => /^http.*token=.*$/m.exec(mail.part('text/plain')) ?? [])
}

/** From the sign-in page to the answer. */
async function requestLink(page: Page, name: string): Promise<void> {
  await page.goto(`${site.baseUrl}/sign-in?next=/your-account`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveTitle('Forgot your password? · Latchkey')
  await page.getByLabel('Email or username').fill(name)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page).toHaveTitle('Check your email · Latchkey')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
}

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
}

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a user who forgot their password sets a new one by mail, and is signed out elsewhere', async ({
      page,
      browser,
    }) => {
      const agent = await site.world.createPerson('agent')
      const elsewhere = await (await browser.newContext()).newPage()
      await signIn(elsewhere, agent, `${site.baseUrl}/sign-in?next=/your-account`)

      await requestLink(page, agent.email)
      await page.getByRole('link', { name: 'Back to sign-in' }).click()
      await expect(page).toHaveURL(`${site.baseUrl}/sign-in?next=%2Fyour-account`)
      await expect.poll(() => linksTo(agent.email)).toHaveLength(1)
      const [link = ''] = linksTo(agent.email)
      expect(link).toMatch(new RegExp(`^${site.baseUrl}/set-password\\?token=[\\w-]{43}$`))

      await setPassword(page, link)
      await expect(page.getByText('You don’t have access to any accounts yet')).toBeVisible()
      await elsewhere.reload()
      await expect(elsewhere).toHaveURL(/\/sign-in/)
      await elsewhere.context().close()

      await page.context().clearCookies()
      await page.goto(link)
      await expect(page.getByText('This link no longer works')).toBeVisible()
      await signInByForm(page, { ...agent, password: chosen }, `${site.baseUrl}/sign-in?next=/your-account`)
      await expect(page).toHaveURL(`${site.baseUrl}/your-account`)
    })
  })
}

test('an unknown name gets the same answer, and no mail', async ({ page }) => {
  const agent = await site.world.createPerson('agent')
  const answers: string[] = []
  const unknown = 'no-such-user@example.com'
  for (const name of [unknown, agent.username]) {
    await requestLink(page, name)
    // The script marks the page a moment after it was shown.
    await expect(page.locator('html')).toHaveAttribute('data-passkeys')
    answers.push(await page.content())
  }
  expect(answers[0]).toContain('Check your email')
  expect(answers[0]).toBe(answers[1])
  await expect.poll(() => linksTo(agent.email)).toHaveLength(1)
  expect(linksTo(unknown)).toEqual([])
})

test('an empty name is named at its field, and an outage keeps what was typed', async ({ page }) => {
  await page.goto(`${site.baseUrl}/forgot-password`)
  const field = page.getByLabel('Email or username')
  const submit = page.getByRole('button', { name: 'Send link' })
  await expect(field).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await submit.click()
  await expect(page.getByText('Fill in this field.')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('no-such-user')
  await page.route('**/forgot-password', (route) => route.abort('connectionrefused'))
  await submit.click()
  await expect(page.locator('[data-problem] .lk-notice')).toBeVisible()
  await expect(field).toHaveValue('no-such-user')
  await page.unroute('**/forgot-password')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  expect(await findViolations(page)).toEqual([])
})

test('the language is chosen on the page itself', async ({ page }) => {
  await page.goto(`${site.baseUrl}/forgot-password?next=/your-account`)
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Passwort vergessen?')
  await expect(page).toHaveURL(`${site.baseUrl}/forgot-password?next=%2Fyour-account`)
})

test('a server without mail settings says whom to ask', async ({ page, world }) => {
  await world.createPerson('owner')
  await page.goto('/sign-in')
  await expect(page.getByText('Ask an owner or admin for a link to set a new one.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0)
  expect((await page.goto('/forgot-password'))?.status()).toBe(404)
})

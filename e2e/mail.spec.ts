import type { Page } from '@playwright/test'
import { refusal, startMailServer } from '#lib/testing/mail-server.ts'
import { findViolations } from './axe.ts'
import { variations } from './complete.ts'
import { expect, postSignIn, signIn, type TestPerson, test } from './fixtures.ts'
import { type Installation, install } from './installation.ts'

// An installation of its own: the product of the other journeys sends no mail.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

let mailServer: Awaited<ReturnType<typeof startMailServer>>
let site: Installation
let admin: TestPerson

test.beforeAll(async () => {
  mailServer = await startMailServer({
    until: 'closed',
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('rejected-') ? refusal(550, '5.1.1 No such mailbox') : undefined),
  })
  site = await install('localhost', mailServer.variables)
  admin = await site.world.createPerson('admin')
})

test.afterAll(async () => {
  await site?.remove()
  mailServer?.close()
})

const signInHere = (page: Page, person: TestPerson, next: string) =>
  signIn(page, person, `${site.baseUrl}/sign-in?next=${next}`)

const noticesCard = (page: Page) => page.getByRole('region', { name: 'Email notices' })
const mailCard = (page: Page) => page.getByRole('region', { name: 'Email', exact: true })

/** The text of each mail to this address, in order. */
function textsTo(email: string): string[] {
  return mailServer.received.filter(({ to }) => to.includes(email)).map((mail) => mail.part('text/plain'))
}

/** Waits for the only mail to this address. */
async function receiveText(email: string): Promise<string> {
  await expect.poll(() => textsTo(email)).toHaveLength(1)
  return textsTo(email).join()
}

test('an invitation is shown and arrives by mail, and its link sets a password', async ({ page, browser }) => {
  const email = `nia-${Date.now()}@example.com`
  await signInHere(page, admin, '/users-and-access')
  await page.getByRole('link', { name: 'Add user' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nia Okafor')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Username', { exact: true }).fill('nia')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText(`We also sent the link to ${email}.`)).toBeVisible()
  const shown = (await page.getByText(/\/set-password\?token=/).textContent()) ?? ''
  const text = await receiveText(email)
  expect(text).toContain(`${admin.name} gave you access to Latchkey.`)
  const link = /^http.*token=.*$/m.exec(text)?.[0] ?? ''
  expect(link).toBe(shown)

  const invited = await (await browser.newContext()).newPage()
  await invited.goto(link)
  await invited.getByLabel('New password', { exact: true }).fill('nine slow herons cross north')
  await invited.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(invited.getByText('You don’t have access to any accounts yet')).toBeVisible()
  await invited.context().close()
})

test('a notice that was turned off is not sent, and security notices always are', async ({ page, browser }) => {
  const { world } = site
  const [olga, ben] = [await world.createPerson('owner'), await world.createPerson('admin')]
  await signInHere(page, ben, '/your-account')
  const card = noticesCard(page)
  await card.getByLabel('An API key is revoked').uncheck()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Your choice was saved.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await expect(card.getByLabel('An API key is revoked')).not.toBeChecked()
  await expect(card.getByLabel('An API key expires soon')).toBeChecked()
  await expect(card.getByLabel('A webhook is paused')).toBeChecked()

  // A form that someone changed can't turn a security notice off, or on.
  await card.getByLabel('An API key expires soon').evaluate((input: HTMLInputElement) => {
    input.value = 'new_browser'
  })
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('You can’t choose this.')).toBeVisible()

  await world.revokeKey(await world.createKey(await world.createPerson('agent')))
  expect(await receiveText(olga.email)).toContain('An operator revoked the API key')
  const { db } = world.services
  const queued = db.selectFrom('mails').select('kind').where('user_id', '=', ben.id)
  expect(await queued.execute()).toEqual([])

  const elsewhere = await browser.newContext()
  await postSignIn(elsewhere, ben, `${site.baseUrl}/sign-in`)
  expect(await receiveText(ben.email)).toContain('from a browser that is new for you')
  expect(await queued.execute()).toEqual([{ kind: 'new_browser' }])
  await elsewhere.close()
})

test('an agent chooses among the notices that agents get', async ({ page }) => {
  await signInHere(page, await site.world.createPerson('agent'), '/your-account')
  await expect(noticesCard(page).getByRole('checkbox')).toHaveCount(3)
  await expect(noticesCard(page).getByLabel('My request for access is decided')).toBeChecked()
  await expect(noticesCard(page).getByLabel('A webhook is paused')).toHaveCount(0)
})

for (const javaScriptEnabled of variations([true, false])) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a manager sends a test message to their own address, and learns what failed', async ({ page }) => {
      const tester = await site.world.createPerson('admin')
      await signInHere(page, tester, '/settings/notices')
      const card = mailCard(page)
      const button = card.getByRole('button', { name: 'Send a test message' })
      await expect(card).toContainText('Invitations, password links, and notices come from latchkey@example.com.')
      await button.click()
      await expect(card.getByText(`The mail server accepted a message to ${tester.email}`)).toBeVisible()
      expect(await receiveText(tester.email)).toContain('Mail from Latchkey reaches you.')

      await page.context().clearCookies()
      await signInHere(page, await site.world.createPerson('admin', [], 'rejected'), '/settings/notices')
      await button.click()
      await expect(card.getByText('The mail server didn’t accept the recipient')).toBeVisible()
      await expect(card.getByText('The mail server answered: 550 5.1.1 No such mailbox')).toBeVisible()
      await expect(card.getByText('Check the email address, and the limits of the provider.')).toBeVisible()
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([])
      await expect(async () => {
        await button.click()
        await expect(card.getByText('You can try again in one minute.')).toBeVisible({ timeout: 1_000 })
      }).toPass()
    })
  })
}

test('a manager without an email address learns where to add one', async ({ page }) => {
  const tester = await site.world.createPerson('admin')
  await signInHere(page, tester, '/settings/notices')
  const { db } = site.world.services
  await db.updateTable('users').set({ email: null, email_key: null }).where('id', '=', tester.id).execute()
  await page.reload()
  await expect(mailCard(page)).toContainText('You have no email address that a test message could go to.')
  await expect(mailCard(page).getByRole('button')).toHaveCount(0)
  await page.goto(`${site.baseUrl}/your-account`)
  await expect(noticesCard(page)).toContainText('You have no email address, so you don’t get any notices.')
  await expect(noticesCard(page).getByRole('button')).toHaveCount(0)
  await noticesCard(page).getByRole('link', { name: 'Add an email address' }).click()
  await page.getByLabel('Email', { exact: true }).fill(tester.email)
  await page.getByRole('region', { name: 'How you sign in' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Open the link that was sent to ${tester.email}`)).toBeVisible()
  const text = await receiveText(tester.email)
  await page.goto(/^http.*token=.*$/m.exec(text)?.[0] ?? '')
  await expect(page.getByText(`From now on, you sign in as ${tester.username} with ${tester.email}.`)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page).toHaveURL(/\/your-account$/)
  await expect(noticesCard(page).getByRole('checkbox')).toHaveCount(4)
})

test('a server without mail settings says how to set them', async ({ page, world }) => {
  await signIn(page, await world.createPerson('admin'), '/sign-in?next=/settings/notices')
  await expect(mailCard(page)).toContainText('set the variables SMTP_URL and MAIL_FROM on the server')
  await expect(mailCard(page).getByRole('button')).toHaveCount(0)
  await page.goto('/your-account')
  await expect(noticesCard(page)).toContainText('This server sends no email, so you don’t get any notices.')
})

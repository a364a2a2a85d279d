import type { Page } from '@playwright/test'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { operator } from '#lib/foundation/authorization/actor.ts'
import { account } from '#lib/testing/accounts.ts'
import { complete } from './complete.ts'
import { expect, signIn, type TestAccount, type TestKey, type TestPerson, test } from './fixtures.ts'
import { type Installation, install } from './installation.ts'

// Serial: these tests stop and start shared servers.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

const actor = operator('journeys', 'req_journeys')
let here: Installation
let there: Installation
let harbour: TestAccount
let agent: TestPerson
let key: TestKey

test.beforeAll(async () => {
  there = await install('127.0.0.1')
  harbour = await there.world.createAccount('Harbour & Sons')
  key = await there.world.createKey(await there.world.createPerson('agent', [harbour]))
  here = await install('localhost', {
    PLATFORM_URL: there.baseUrl,
    PLATFORM_CLIENT_ID: key.keyId,
    PLATFORM_CLIENT_SECRET: key.secret,
    PLATFORM_USERNAME: key.owner.username,
  })
  await addReturnAddress(there.world.services, actor, { origin: here.baseUrl })
  await createAccount(here.world.services, actor, account(harbour))
  agent = await here.world.createPerson('agent', [harbour])
})

test.afterAll(async () => {
  await here?.remove()
  await there?.remove()
})

const signInHere = (page: Page, person = agent) => signIn(page, person, `${here.baseUrl}/sign-in`)
const openLink = (page: Page) => page.getByRole('link', { name: `Open account ${harbour.name}` }).first()

async function expectOpened(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${there.baseUrl}/accounts/${harbour.id}`)
  await expect(page.getByRole('banner')).toContainText(harbour.name)
  await expect(page.getByRole('banner')).toContainText(key.owner.name)
}

test('an agent opens an account on the other platform without signing in again, and returns', async ({ page }) => {
  await signInHere(page)
  const { host } = new URL(there.baseUrl)
  const sentence = `Accounts open on ${host} as the user ${key.owner.username}, no matter who opens them here.`
  await expect(page.getByText(sentence)).toBeVisible()
  await openLink(page).click()
  await expectOpened(page)
  await page.getByRole('button', { name: 'End and return' }).click()
  await expect(page).toHaveURL(`${here.baseUrl}/`)
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
})

test('Activity of this server names the agent', async ({ page }) => {
  await signInHere(page, await here.world.createPerson('owner'))
  await page.goto(`${here.baseUrl}/activity?kind=sso_grant`)
  const told = `${agent.name} was sent to ${there.baseUrl} to open the account`
  const event = page.locator('main section > ol > li').filter({ hasText: told }).filter({ hasText: harbour.name })
  await expect(event).toHaveCount(1)
})

test('signing in continues to the account', async ({ page }) => {
  await signIn(page, agent, `${here.baseUrl}/launch/${harbour.id}`)
  await expectOpened(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('signing in continues to the account, too', complete, async ({ page }) => {
    await signIn(page, agent, `${here.baseUrl}/launch/${harbour.id}`)
    await expectOpened(page)
  })
})

test('a platform that is down gets an error page, and works again once it is back', complete, async ({ page }) => {
  await signInHere(page)
  await there.instance.end('SIGTERM')
  await openLink(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The platform isn’t responding')
  await expect(page.getByRole('link', { name: 'Go to your accounts' })).toBeVisible()
  await there.instance.start()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expectOpened(page)
})

test('a key revoked on the platform gets an error page', async ({ page }) => {
  await signInHere(page)
  await there.world.revokeKey(key)
  await openLink(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The platform didn’t accept Latchkey’s API key')
  await page.getByRole('link', { name: 'Go to your accounts' }).click()
  await expect(page).toHaveURL(`${here.baseUrl}/`)
})

test('no log of this server contains the secret, a token or a link', () => {
  expect(here.instance.printed).toContain('"code":"platform_key_refused"')
  expect(here.instance.printed).not.toMatch(/lksec_|eyJ|lkrt1|sso\?/)
})

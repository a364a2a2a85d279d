import type { Page, Route } from '@playwright/test'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { inviteUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { changeProvider, getProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { operator } from '#lib/foundation/authorization/actor.ts'
import { findFreePort } from '#lib/testing/free-port.ts'
import { type CompanyProvider, companyClient, startCompanyProvider } from '../scripts/company-provider.ts'
import { findViolations } from './axe.ts'
import { complete } from './complete.ts'
import { seePages } from './crawl-page.ts'
import { expect, expectDialogGone, signIn, type TestPerson, test } from './fixtures.ts'
import { type Installation, install } from './installation.ts'

// An installation of its own: the sign-in page is everyone's.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const actor = operator('journeys', 'req_journeys')
const users = [
  { id: 'jane', name: 'Jane Roe', email: 'jane@company.example', groups: ['desk'] },
  { id: 'kim', name: 'Kim Doe', email: 'kim@company.example' },
  { id: 'lee', name: 'Lee Sand', email: 'lee@elsewhere.example' },
  { id: 'sam', name: 'Sam Visser', email: 'sam@elsewhere.example' },
  {
    id: 'eve',
    name: `Eve <img src="/x" onerror="document.title='hacked'"> \u202egnp.${'x'.repeat(10_000)}`,
    email: 'eve@company.example',
    groups: ['g'.repeat(10_000), '<b>desk</b>\u202e'],
  },
] as const

let site: Installation
let owner: TestPerson
let port: number
let company: CompanyProvider

test.beforeAll(async () => {
  site = await install('localhost')
  owner = await site.world.createPerson('owner')
  port = await findFreePort()
  company = await startCompany()
})

test.afterAll(async () => {
  await company?.stop()
  await site?.remove()
})

function startCompany(): Promise<CompanyProvider> {
  return startCompanyProvider({ port, users, client: { baseUrl: site.baseUrl, providerId: 'company' } })
}

/** Signs in at the company, from the page that is open. */
async function continueAsCompanyUser(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Your company' }).click()
  await page.getByRole('button', { name }).click()
}

/** The server answers, and neither the response nor its cookies arrive: the browser sends the request again. */
async function loseFirstResponse(route: Route): Promise<void> {
  const request = route.request()
  const cookies = await request.frame().page().context().cookies(request.url())
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { ...request.headers(), cookie }
  await fetch(request.url(), { method: 'POST', headers, body: request.postData(), redirect: 'manual' })
  await route.continue()
}

const providerPage = '/settings/sign-in/providers/company'

/** Tests the provider in a tab of its own. @param name omitted where the company knows the browser */
async function testAs(page: Page, name?: string | RegExp): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: /^Test/ }).click()
  const tab = await opened
  if (name) await tab.getByRole('button', { name }).click()
  await tab.waitForURL(`${site.baseUrl}${providerPage}`)
  return tab
}

async function countRows(): Promise<number[]> {
  const tables = ['users', 'provider_identities', 'portal_sessions', 'user_account_groups'] as const
  const { db } = site.world.services
  return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
}

test('an owner connects the provider, which is not switched on', async ({ page, browser }) => {
  await signIn(page, owner, `${site.baseUrl}/sign-in?next=/settings/sign-in`)
  await page.getByRole('link', { name: 'Add provider' }).click()
  await expect(page.getByText('Nothing changes for your users before step 3.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Other' }).click()
  await expect(page.getByText(`${site.baseUrl}/sign-in/provider/company/callback`)).toBeVisible()
  await page.getByLabel('Issuer').fill(`http://localhost:${port}/wrong`)
  await page.getByLabel('Name on the sign-in page').fill('Your company')
  await page.getByLabel('Client ID').fill(companyClient.clientId)
  await page.getByRole('textbox', { name: 'Client secret' }).fill(companyClient.secret)
  await page.getByLabel('Email domains').fill('company.example')
  await page.getByLabel('Add agents at their first sign-in').check()
  await page.getByText('Advanced').click()
  const copy = page.getByRole('button', { name: 'Copy Redirect URI' })
  await page.getByLabel('ID', { exact: true }).fill('')
  await expect(copy).toHaveCount(0)
  await page.getByLabel('ID', { exact: true }).fill('company')
  await expect(copy).toBeVisible()
  await page.getByLabel('Claim with the user’s groups').fill('groups')
  await page.getByRole('button', { name: 'Continue to test' }).click()
  await expect(page.getByText('There’s no discovery document.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Issuer').fill(company.issuer)
  await page.getByLabel('Issuer').blur()
  await expect(page.getByText(`Found: issuer ${company.issuer}`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Client secret' }).fill(companyClient.secret)
  await page.getByRole('button', { name: 'Continue to test' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Your company' })).toBeVisible()
  expect(await page.content()).not.toContain(companyClient.secret)
  await expect(page.getByRole('link', { name: 'Switch on' })).toHaveCount(0)
  await page.goto(`${site.baseUrl}/settings/sign-in`)
  await expect(page.getByText('Not switched on')).toBeVisible()
  await page.getByRole('link', { name: 'Continue setting up Your company' }).click()
  await expect(page).toHaveURL(`${site.baseUrl}${providerPage}`)

  const outside = await (await browser.newContext()).newPage()
  await outside.goto(`${site.baseUrl}/sign-in`)
  await expect(outside.getByLabel('Email or username')).toBeVisible()
  await expect(outside.getByText('Your company')).toHaveCount(0)
  await outside.goto(`${site.baseUrl}/sign-in/provider/company`)
  await expect(outside.getByText('Your company’s sign-in isn’t responding right now.')).toBeVisible()
  await outside.context().close()
})

test('a test shows what the provider sends and what it would give, and lets it be switched on', async ({ page }) => {
  await signIn(page, owner, `${site.baseUrl}/sign-in?next=${providerPage}`)
  const before = await countRows()
  const callbacks: string[] = []
  page.context().on('request', (request) => {
    if (request.url().includes('/callback?')) callbacks.push(request.url())
  })
  const tab = await testAs(page, 'Jane Roe')
  const card = tab.getByRole('region', { name: 'Test sign-in' })
  await expect(card.getByText('jane@company.example')).toBeVisible()
  await expect(card.getByText('New user, Jane Roe')).toBeVisible()
  await expect(card.getByText('desk gives nothing.')).toBeVisible()
  expect(await findViolations(tab)).toEqual([])
  const pages = ['', '?dialog=map&of=desk', '?dialog=switch-on'].map(
    (query) => `${site.baseUrl}${providerPage}${query}`,
  )
  expect(await seePages(page.context(), pages)).toEqual([])
  expect(await countRows()).toEqual(before)
  await card.getByRole('link', { name: 'Map it' }).click()
  const dialog = tab.getByRole('dialog')
  await expect(dialog.getByLabel('Name of the group at the provider')).toHaveValue('desk')
  await dialog.getByRole('button', { name: 'Map group' }).click()
  await expectDialogGone(tab)
  await expect(card.getByText('From desk')).toBeVisible()
  await expect(tab.getByText('The role agent')).toBeVisible()
  // The same response once more: its cookie is gone.
  await tab.goto(callbacks.at(-1) ?? '')
  await tab.goto(`${site.baseUrl}${providerPage}`)
  await expect(card.getByText('Succeeded')).toBeVisible()

  // Changed settings need another test.
  await tab.getByRole('link', { name: 'Edit' }).click()
  await dialog.getByLabel('Email domains').fill('company.example more.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectDialogGone(tab)
  await expect(card.getByText('The settings have changed')).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Switch on' })).toHaveCount(0)
  const again = await testAs(tab)
  await again.getByRole('link', { name: 'Switch on' }).click()
  await again.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await expectDialogGone(again)
  await expect(again.getByRole('link', { name: 'Switch off' })).toBeVisible()
  await page.goto(`${site.baseUrl}/settings/sign-in`)
  await expect(page.getByText('Switched on')).toBeVisible()
})

test('a test shows hostile claims as short text', complete, async ({ page }) => {
  await signIn(page, owner, `${site.baseUrl}/sign-in?next=${providerPage}`)
  await page.setViewportSize({ width: 390, height: 844 })
  const tab = await testAs(page, /^Eve/)
  const card = tab.getByRole('region', { name: 'Test sign-in' })
  await expect(card.getByText('Eve <img src="/x"').first()).toBeVisible()
  await expect(card.getByText('<b>desk</b> gives nothing.')).toBeVisible()
  expect(await card.getByRole('link', { name: 'Map it' }).count()).toBe(1)
  expect(await findViolations(tab)).toEqual([])
  expect(await card.locator('img, b').count()).toBe(0)
  expect((await card.textContent())?.length).toBeLessThan(4_000)
  expect(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('a test that fails says what to compare', complete, async ({ page }) => {
  const { services } = site.world
  const settings = { ...(await getProvider(services, actor, 'company')), secret: 'not-this-one' }
  await changeProvider(services, actor, settings)
  await signIn(page, owner, `${site.baseUrl}/sign-in?next=${providerPage}`)
  const tab = await testAs(page, 'Jane Roe')
  await expect(tab.getByText('The provider doesn’t accept Latchkey')).toBeVisible()
  await expect(tab.getByText('The answer: invalid_client')).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Copy Client ID' })).toBeVisible()
  expect(await findViolations(tab)).toEqual([])
  await changeProvider(services, actor, { ...settings, secret: companyClient.secret })
})

test('an agent is added at the first sign-in, and signed out by the company', async ({ page, context }) => {
  await page.goto(`${site.baseUrl}/sign-in`)
  expect(await findViolations(page)).toEqual([])
  await continueAsCompanyUser(page, 'Jane Roe')
  await expect(page.getByRole('button', { name: 'Jane Roe' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')

  const atCompany = await context.newPage()
  await atCompany.goto(company.issuer)
  await atCompany.getByRole('link', { name: 'Sign out at the company' }).click()
  await atCompany.getByRole('button', { name: 'Sign out' }).click()
  await expect(atCompany.getByText('You are signed out at the company.')).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a user of another domain gets no access, and is told why', complete, async ({ page }) => {
  await page.goto(`${site.baseUrl}/sign-in`)
  await continueAsCompanyUser(page, 'Sam Visser')
  await expect(page.getByText('Your company didn’t confirm an email address that has access here.')).toBeVisible()
  await expect(page.getByLabel('Email or username')).toBeVisible()
})

test('an invited user links their account, signs in with it, and confirms there', complete, async ({ page }) => {
  const given = { name: 'Robin Kim', username: 'kim-here', email: 'kim@example.com', role: 'agent' } as const
  const { url = '' } = (await inviteUser(site.world.services, actor, given)).link ?? {}
  await page.goto(url)
  await page.getByRole('button', { name: 'Continue with Your company' }).click()
  await page.getByRole('button', { name: 'Kim Doe' }).click()
  // Someone may have passed on their own invitation: the page names both.
  const question = 'Link kim@company.example at Your company to the user Robin Kim (kim-here)?'
  await expect(page.getByText(question)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.goto(url)
  await page.getByRole('button', { name: 'Continue with Your company' }).click()
  await page.getByRole('button', { name: 'Link account' }).click()
  await expect(page.getByRole('button', { name: 'Robin Kim' })).toBeVisible()
  await page.goto(url)
  await expect(page.getByText('This link no longer works')).toBeVisible()

  await page.goto(`${site.baseUrl}/your-account`)
  const card = page.getByRole('region', { name: 'Company sign-in' })
  await expect(card).toContainText('kim@company.example')
  await site.world.services.db.updateTable('portal_sessions').set({ confirmed_at: 0 }).execute()
  await card.getByRole('link', { name: 'Unlink' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Continue with Your company' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue with Your company' }).click()
  await page.getByRole('button', { name: 'Kim Doe' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  // The only way in stays.
  await expect(dialog.getByText('This is no longer possible')).toBeVisible()
})

test(
  'a user with a password enters it to link, and a lost response leads to the sign-in',
  complete,
  async ({ page }) => {
    const agent = await site.world.createPerson('agent')
    const { services } = site.world
    await page.goto((await createSetPasswordLink(services, actor, agent.id)).url)
    await page.getByRole('button', { name: 'Continue with Your company' }).click()
    await page.getByRole('button', { name: 'Lee Sand' }).click()
    const password = page.getByLabel(`Password of ${agent.name}`)
    await page.getByRole('button', { name: 'Link account' }).click()
    await expect(page.getByText('Fill in this field.')).toBeVisible()
    await password.fill('not this one')
    await page.getByRole('button', { name: 'Link account' }).click()
    await expect(page.getByText('This is wrong.')).toBeVisible()
    await page.route('**/link', loseFirstResponse, { times: 1 })
    await password.fill(agent.password)
    await page.getByRole('button', { name: 'Link account' }).click()
    await expect(page.getByText('Your company account is already linked.')).toBeVisible()
    await page.getByRole('link', { name: 'Continue with Your company' }).click()
    await expect(page.getByRole('button', { name: agent.name })).toBeVisible()
  },
)

test('while the company is down, the sign-in page says so and offers the other ways', complete, async ({ page }) => {
  await company.stop()
  await site.instance.end('SIGTERM')
  await site.instance.start()
  await page.goto(`${site.baseUrl}/sign-in?next=/your-account`)
  await page.getByRole('link', { name: 'Continue with Your company' }).click()
  await expect(page.getByText('Your company’s sign-in isn’t responding right now.')).toBeVisible()
  await page.getByLabel('Email or username').fill(owner.username)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/your-account$/)
})

import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { updateOrganization } from '#lib/domain/organization/organization/manage-organization.ts'
import { operator } from '#lib/foundation/authorization/actor.ts'
import { makePng } from '#lib/testing/png.ts'
import { complete } from './complete.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, signIn, type TestPerson, test } from './fixtures.ts'
import { type Installation, install } from './installation.ts'

// An installation of its own: everyone sees the organization.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

let site: Installation
let admin: TestPerson
let agent: TestPerson

test.beforeAll(async () => {
  site = await install('localhost')
  admin = await site.world.createPerson('admin')
  agent = await site.world.createPerson('agent')
})

test.afterAll(async () => {
  await site?.remove()
})

const good = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(makePng(90, 30)) }
const svg = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"/>'),
}
const brand = (page: Page) => page.locator('.lk-brand').first()
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' })
const accentField = (page: Page) => page.getByRole('textbox', { name: 'Accent color' })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function save(page: Page, name: string): Promise<void> {
  await card(page, name).getByRole('button', { name: 'Save' }).click()
}

function readAccent(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
}

/** The logo is loaded, and has its place before it is. */
async function expectLogo(page: Page): Promise<void> {
  const logo = brand(page).locator('img')
  await expect(logo).toHaveAttribute('width', '84')
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

test('a manager sets name, color and logo, and everyone sees them', async ({ page, browser }) => {
  await signIn(page, admin, `${site.baseUrl}/sign-in`)
  await expect(brand(page)).toHaveText('Latchkey')
  await page.goto(`${site.baseUrl}/overview`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveTitle('Organization · Latchkey')

  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await accentField(page).fill('yellow')
  await expect(card(page, 'Accent color')).toContainText('Not saved yet')
  await save(page, 'Accent color')
  await expect(page.getByText('Enter a color as # and six digits from 0 to f')).toBeVisible()
  await expect(accentField(page)).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(accentField(page)).toHaveValue('')
  await expect(page.getByText('Enter a color as # and six digits from 0 to f')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await nameField(page).fill('Northwind & Sons')
  await save(page, 'Name')
  await expect(card(page, 'Name').getByRole('status')).toHaveText('Saved')
  await expect(brand(page)).toHaveText('Northwind & Sons')
  await accentField(page).fill('#FFD200')
  await expect(page.getByText('#ffd200 is too light for the light theme')).toBeVisible()
  await save(page, 'Accent color')
  await expect(card(page, 'Accent color').getByRole('status').last()).toHaveText('Saved')
  await expect(accentField(page)).toHaveValue('#ffd200')
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  expect(await readAccent(page)).toMatch(/^light-dark\(#[0-9a-f]{6}, ?#ffd200\)$/)

  const upload = page.getByRole('button', { name: 'Upload logo' })
  await upload.click()
  await expect(page.getByText('Choose a file.')).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles(svg)
  await upload.click()
  await expect(page.getByText('This isn’t a PNG file')).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles({ ...good, buffer: Buffer.alloc(256 * 1024 + 1) })
  await upload.click()
  await expect(page.getByText('This file is larger than 256 kB.')).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles(good)
  await upload.click()
  await expect(page.getByText('The logo was saved.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Current logo' })).toBeVisible()
  await expectLogo(page)

  const visitor = await (await browser.newContext()).newPage()
  for (const path of ['/sign-in', '/sso?token=x', '/nowhere', '/set-password']) {
    await visitor.goto(site.baseUrl + path)
    await expect(brand(visitor)).toHaveText('Northwind & Sons')
    await expectLogo(visitor)
    await expect(visitor).toHaveTitle(/ · Northwind & Sons$/)
    expect(await readAccent(visitor)).toMatch(/#ffd200\)$/)
  }
  await visitor.context().close()

  await page.goto(`${site.baseUrl}/activity?kind=organization`)
  await expect(page).toHaveTitle('Activity · Northwind & Sons')
  await expect(page.getByText('changed the logo of Northwind & Sons')).toBeVisible()
  await expect(page.getByText('Accent color: #ffd200').first()).toBeVisible()

  await page.goto(`${site.baseUrl}/settings`)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(page.getByText('The logo was removed.')).toBeVisible()
  await expect(page.getByLabel('Logo file')).toBeFocused()
  await expect(brand(page).locator('img')).toHaveCount(0)
})

test(
  'everything works without scripts, and what was typed stays after a refusal',
  complete,
  async ({ browser, browserName }) => {
    test.skip(browserName === 'firefox', firefoxLacks.scriptlessContexts)
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(`${site.baseUrl}/sign-in?next=/settings`)
    await page.getByLabel('Email or username').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await accentField(page).fill('#12345')
    await save(page, 'Accent color')
    await expect(page.getByText('Enter a color as # and six digits from 0 to f')).toBeVisible()
    await expect(accentField(page)).toHaveValue('#12345')
    await nameField(page).fill('Contoso')
    await save(page, 'Name')
    await expect(card(page, 'Name')).toContainText('Saved')
    await expect(brand(page)).toHaveText('Contoso')

    await page.getByLabel('Logo file').setInputFiles({ ...good, buffer: Buffer.alloc(900_000) })
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await expect(page.getByText('This file is larger than 256 kB.')).toBeVisible()
    await page.getByLabel('Logo file').setInputFiles(good)
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await expect(page.getByText('The logo was saved.')).toBeVisible()
    await expectLogo(page)
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await expect(page.getByText('The logo was removed.')).toBeVisible()
    await page.context().close()
  },
)

test('an agent has neither the link nor the page', async ({ page }) => {
  await signIn(page, agent, `${site.baseUrl}/sign-in`)
  await page.getByRole('button', { name: agent.name }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  for (const path of ['', '/sign-in', '/provisioning', '/webhooks', '/notices']) {
    expect((await page.goto(`${site.baseUrl}/settings${path}`))?.status()).toBe(403)
  }
})

test('a page that failed shows the organization, too', async ({ page }) => {
  const { db } = site.world.services
  await updateOrganization(site.world.services, operator('journeys', 'req_journeys'), { name: 'Contoso', accent: '' })
  await site.world.showLogo()
  await signIn(page, admin, `${site.baseUrl}/sign-in`)
  // The server learns of a change by another process within a second.
  await expect(async () => {
    await page.reload()
    await expect(brand(page).locator('img')).toBeVisible({ timeout: 500 })
  }).toPass()
  await sql`alter table activity_views rename to activity_views_elsewhere`.execute(db)
  await page.goto(`${site.baseUrl}/activity`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side')
  await expect(brand(page)).toHaveText('Contoso')
  await expect(brand(page).locator('img')).toHaveAttribute('src', /^\/organization\/logo\//)
  await expect(page).toHaveTitle('Something went wrong on our side · Contoso')
  await sql`alter table activity_views_elsewhere rename to activity_views`.execute(db)
})

const formerAddresses = {
  '/organization': '/settings',
  '/organization?do=end-sessions': '/settings/sign-in?do=end-sessions',
  '/sign-in-settings?dialog=add-provider': '/settings/sign-in?dialog=add-provider',
  '/sign-in-settings/provisioning': '/settings/provisioning',
  '/sign-in-settings/providers/entra': '/settings/sign-in/providers/entra',
  '/your-profile/confirm-email?token=x': '/your-account/confirm-email?token=x',
  '/your-security?dialog=password': '/your-account?dialog=password',
  '/activity/webhooks': '/settings/webhooks',
  '/activity/webhooks/whk_1': '/settings/webhooks/whk_1',
}

test('former addresses lead to the settings', async ({ request }) => {
  for (const [former, now] of Object.entries(formerAddresses)) {
    const response = await request.get(site.baseUrl + former, { maxRedirects: 0 })
    expect([response.status(), response.headers().location], former).toEqual([308, now])
  }
})

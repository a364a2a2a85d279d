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
  await page.getByRole('button', { name: admin.name }).click()
  await page.getByRole('link', { name: 'Organization' }).click()
  await expect(page).toHaveTitle('Organization · Latchkey')

  await page.getByLabel('Accent color').fill('yellow')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a color as # and six digits from 0 to f')).toBeVisible()
  await expect(page.getByLabel('Accent color')).toBeFocused()
  await nameField(page).fill('Northwind & Sons')
  await page.getByLabel('Accent color').fill('#ffd200')
  await expect(page.getByText('#ffd200 is too light for the light theme')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name and color were saved.')).toBeVisible()
  await expect(brand(page)).toHaveText('Northwind & Sons')
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
  await expect(page.getByText('Accent color: #ffd200')).toBeVisible()

  await page.goto(`${site.baseUrl}/organization`)
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
    await page.goto(`${site.baseUrl}/sign-in?next=/organization`)
    await page.getByLabel('Email or username').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await nameField(page).fill('Contoso')
    await page.getByLabel('Accent color').fill('#12345')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Enter a color as # and six digits from 0 to f')).toBeVisible()
    await expect(nameField(page)).toHaveValue('Contoso')
    await expect(page.getByLabel('Accent color')).toHaveValue('#12345')
    await page.getByLabel('Accent color').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Name and color were saved.')).toBeVisible()
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
  await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Organization' })).toHaveCount(0)
  expect((await page.goto(`${site.baseUrl}/organization`))?.status()).toBe(403)
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

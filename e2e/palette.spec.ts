import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { complete } from './complete.ts'
import { expect, product, signIn, test } from './fixtures.ts'

/** The listener arrives with the page's scripts. */
async function openPalette(page: Page) {
  const field = page.getByRole('combobox', { name: 'Jump to…' })
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field).toBeFocused({ timeout: 1_000 })
  }).toPass()
  return { field, dialog: page.getByRole('dialog', { name: 'Jump to…' }) }
}

test('an agent opens an account from any page, by keyboard alone', async ({ page, world }) => {
  const [mine] = await Promise.all([world.createAccount('Palette Mine'), world.createAccount('Palette Other')])
  // The palette's page shows the same results.
  await signIn(page, await world.createPerson('agent', [mine]), '/jump?q=palette')
  const { field, dialog } = await openPalette(page)
  await page.keyboard.type('palette')
  await expect(dialog.getByRole('status').first()).toHaveText('1 result')
  await expect(dialog.getByRole('group')).toHaveText([/^Open account.*Palette Mine/, /^Show all results/])
  await expect(field).toHaveAttribute('aria-activedescendant', `open-${mine.id}`)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/accounts/${mine.id}`)
})

test('a manager finds users, keys, pages and actions, and moves between them', async ({ page, world }) => {
  const account = await world.createAccount('Quartz Works')
  const agent = await world.createPerson('agent', [account])
  await signIn(page, await world.createPerson('admin'), '/your-account')
  const { field, dialog } = await openPalette(page)
  const options = dialog.getByRole('option')
  const active = dialog.getByRole('option', { selected: true })
  await expect(dialog.getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveCount(17)
  await field.fill(agent.username)
  await expect(dialog.getByRole('group', { name: 'Users' }).getByRole('option')).toHaveText(new RegExp(agent.name))
  await field.fill('quartz')
  await expect(dialog.getByRole('group', { name: 'Manage accounts' })).toContainText('Quartz Works')
  await field.fill('api key')
  await expect(dialog.getByRole('group', { name: 'Actions' })).toContainText('Generate API key')
  await expect(active).toHaveText('API keys')
  await page.keyboard.press('ArrowUp')
  await expect(active).toHaveText('Search API keys for “api key”')
  await page.keyboard.press('Home')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(active).toHaveText('Generate API key')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/users-and-access?dialog=generate-key')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  // Not above another dialog.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toHaveCount(0)
})

test('Escape closes it and returns the focus, Ctrl-Enter opens a new tab', async ({ page, world }) => {
  await signIn(page, await world.createPerson('agent'), '/your-account')
  const link = page.getByRole('link', { name: 'Jump to…' })
  await link.focus()
  const { field, dialog } = await openPalette(page)
  await field.fill('your acc')
  await expect(dialog.getByRole('option', { selected: true })).toHaveText('Your account')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(await opened).toHaveURL('/your-account')
  // Firefox focuses nothing in a tab behind another one.
  await page.bringToFront()
  await expect(page).toHaveURL('/your-account')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(link).toBeFocused()
  await link.click()
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Jump to an account')
})

test('an action runs, and late results of an earlier search are dropped', async ({ page, world }) => {
  await signIn(page, await world.createPerson('agent'), '/your-account')
  const { field, dialog } = await openPalette(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/jump/results?q=profile', async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  await field.fill('profile')
  await expect(field).toHaveAttribute('aria-busy', 'true')
  await field.fill('dark')
  await expect(dialog.getByRole('option', { selected: true })).toHaveText('Use dark theme')
  release()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(dialog).toHaveCount(0)
})

test('offline it says so, keeps the text, and goes on', complete, async ({ page, world }) => {
  const account = await world.createAccount('Patient Pottery')
  await signIn(page, await world.createPerson('agent', [account]), '/your-account')
  const { field, dialog } = await openPalette(page)
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await page.route('**/jump/results?*', (route) => route.abort('internetdisconnected'))
  await field.fill('pottery')
  // Opens as soon as the results are there.
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Offline. Retrying…')).toBeVisible()
  await expect(field).toHaveValue('pottery')
  await page.unroute('**/jump/results?*')
  await expect(page).toHaveURL(`/accounts/${account.id}`)
})

test('results are for signed-in users alone', async ({ request }) => {
  const response = await request.get(`${product.baseUrl}/jump/results?q=a`, { maxRedirects: 0 })
  expect(response.status()).toBe(401)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('its page finds and opens', async ({ page, world }) => {
    const account = await world.createAccount('Static Stove')
    await signIn(page, await world.createPerson('agent', [account]), '/your-account')
    await page.getByRole('link', { name: 'Jump to…' }).click()
    await page.getByRole('searchbox').fill('stove')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL('/jump?q=stove')
    await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeVisible()
    await page.getByRole('link', { name: /Static Stove/ }).click()
    await expect(page).toHaveURL(`/accounts/${account.id}`)
    await page.goto('/jump?q=sign+out')
    await page.getByRole('button', { name: 'Sign out' }).last().click()
    await expect(page).toHaveURL(/\/sign-in/)
  })
})

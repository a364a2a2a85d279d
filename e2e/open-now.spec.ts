import type { Page } from '@playwright/test'
import { complete } from './complete.ts'
import { expect, signIn, test } from './fixtures.ts'

const openNow = (page: Page) => page.getByRole('region', { name: 'Open now' })
const pinnedNames = (page: Page) => page.getByRole('region', { name: 'Pinned' }).getByRole('listitem').locator('strong')

test('open accounts are listed while they are open, in every tab', async ({ context, page, world }) => {
  const [kiln, mill] = [await world.createAccount('Open Kiln'), await world.createAccount('Open Mill')]
  await signIn(page, await world.createPerson('agent', [kiln, mill]))
  await expect(openNow(page)).toHaveCount(0)
  const tab = await context.newPage()
  await tab.goto(`/launch/${kiln.id}`)
  await expect(openNow(page)).toContainText('Open Kiln')
  await expect(openNow(page)).toContainText(/30 mins? left/)
  await expect(page.getByRole('heading', { name: 'Recent' })).toHaveCount(0)

  const cookies = JSON.stringify(await context.cookies(`http://localhost/accounts/${kiln.id}`))
  await page.getByRole('link', { name: 'Switch to Open Kiln' }).click()
  await expect(page.getByRole('banner')).toContainText('Open Kiln')
  expect(JSON.stringify(await context.cookies(`http://localhost/accounts/${kiln.id}`))).toBe(cookies)

  await page.goto('/')
  // Firefox focuses nothing in a tab behind another one.
  await page.bringToFront()
  await page.getByRole('button', { name: 'End Open Kiln' }).click()
  await expect(openNow(page)).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('This session has ended')
})

test('pinned accounts are ordered with buttons and by dragging', async ({ page, world }) => {
  const accounts = await Promise.all(['Amber', 'Basil', 'Cedar'].map((name) => world.createAccount(name)))
  const agent = await world.createPerson('agent', accounts)
  for (const account of accounts) await world.pin(agent, account)
  await signIn(page, agent)
  await page.getByRole('link', { name: 'Edit order' }).click()
  const up = page.getByRole('button', { name: 'Move Cedar up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(pinnedNames(page)).toHaveText(['Amber', 'Cedar', 'Basil'])
  await expect(page.getByRole('status').filter({ hasText: 'Cedar moved to 2 of 3' })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(pinnedNames(page)).toHaveText(['Cedar', 'Amber', 'Basil'])
  await expect(up).toBeFocused()
  await page.waitForLoadState('networkidle')

  const row = (name: string) => page.locator('[data-id]').filter({ hasText: name })
  await row('Cedar').locator('[data-needs-script]').hover()
  await page.mouse.down()
  const box = await row('Basil').boundingBox()
  await page.mouse.move(100, (box?.y ?? 0) + (box?.height ?? 0), { steps: 5 })
  await expect(pinnedNames(page)).toHaveText(['Amber', 'Basil', 'Cedar'])
  await page.mouse.up()
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('link', { name: 'Edit order' })).toBeVisible()
  await page.reload()
  await expect(pinnedNames(page)).toHaveText(['Amber', 'Basil', 'Cedar'])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an open account is ended, and pinned accounts are ordered', complete, async ({ page, world }) => {
    const accounts = await Promise.all(['Amber', 'Basil', 'Cedar'].map((name) => world.createAccount(name)))
    const agent = await world.createPerson('agent', accounts)
    for (const account of accounts) await world.pin(agent, account)
    await signIn(page, agent)
    await page.goto(`/launch/${accounts[0]?.id}`)
    await page.goto('/')
    await page.getByRole('button', { name: 'End Amber' }).click()
    await expect(openNow(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Edit order' }).click()
    await page.getByRole('button', { name: 'Move Amber down' }).click()
    await expect(pinnedNames(page)).toHaveText(['Basil', 'Amber', 'Cedar'])
    await page.getByRole('link', { name: 'Done' }).click()
    await expect(pinnedNames(page)).toHaveText(['Basil', 'Amber', 'Cedar'])
  })
})

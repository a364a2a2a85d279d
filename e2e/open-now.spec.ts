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
  await openNow(page).getByRole('link', { name: 'Switch to Open Kiln' }).click()
  await expect(page.getByRole('banner')).toContainText('Open Kiln')
  expect(JSON.stringify(await context.cookies(`http://localhost/accounts/${kiln.id}`))).toBe(cookies)

  await page.goto('/')
  // Firefox focuses nothing in a tab behind another one.
  await page.bringToFront()
  await page.getByRole('button', { name: 'End Open Kiln' }).click()
  await expect(openNow(page).getByRole('listitem')).toContainText('Ended')
  await expect(openNow(page).getByRole('listitem')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('This session has ended')
})

test('a double-click ends one account, whose place stays until time and pointer have gone, with Undo', async ({
  page,
  world,
}) => {
  const names = ['First Kiln', 'Second Kiln', 'Third Kiln']
  const accounts = await Promise.all(names.map((name) => world.createAccount(name)))
  await signIn(page, await world.createPerson('agent', accounts))
  for (const { id } of accounts) await page.goto(`/launch/${id}`)
  await page.goto('/')
  const tiles = openNow(page).getByRole('listitem')
  await expect(tiles).toHaveCount(3)
  const before = await tiles.last().boundingBox()
  const button = await page.getByRole('button', { name: 'End First Kiln' }).boundingBox()
  const [x, y] = [(button?.x ?? 0) + 9, (button?.y ?? 0) + 9]
  await page.mouse.dblclick(x, y)
  await expect(tiles.first()).toContainText('Ended')
  await page.mouse.click(x, y, { delay: 30 })
  await page.mouse.click(x, y)
  await expect(tiles.first()).toContainText('Ended')
  for (const name of ['Second Kiln', 'Third Kiln']) {
    await expect(page.getByRole('button', { name: `End ${name}` })).toBeVisible()
  }
  expect(await tiles.last().boundingBox()).toEqual(before)

  // The time is up, and the pointer is still there.
  await page.waitForTimeout(8_500)
  await expect(tiles).toHaveCount(3)
  await page.mouse.move(2, 2)
  await page.getByRole('searchbox').focus()
  await expect(tiles).toHaveCount(2)

  await page.getByRole('button', { name: 'End Second Kiln' }).click()
  await expect(tiles.first()).toContainText('Ended')
  await page.waitForTimeout(700)
  await page.getByRole('link', { name: 'Undo: open Second Kiln again' }).click()
  await expect(page.getByRole('banner')).toContainText('Second Kiln')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'End Second Kiln' })).toBeVisible()
})

test('all are ended together, after a question, and each can be undone', async ({ page, world }) => {
  const names = ['First Mill', 'Second Mill']
  const accounts = await Promise.all(names.map((name) => world.createAccount(name)))
  await signIn(page, await world.createPerson('agent', accounts))
  for (const { id } of accounts) await page.goto(`/launch/${id}`)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Switch to First Mill \d+ mins? left$/ })).toBeVisible()
  await page.getByRole('button', { name: 'End all' }).click()
  const question = page.locator(':popover-open')
  await expect(question).toContainText('They close in every tab of this browser.')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'End all' }).click()
  await question.getByRole('button', { name: 'End 2 accounts' }).click()
  await expect(openNow(page).getByRole('listitem').filter({ hasText: 'Ended' })).toHaveCount(2)
  await page.waitForTimeout(700)
  await page.getByRole('link', { name: 'Undo: open Second Mill again' }).click()
  await expect(page.getByRole('banner')).toContainText('Second Mill')
  await page.goto('/')
  await expect(openNow(page).getByRole('listitem')).toHaveCount(1)
})

test('five open accounts take one row on phones', async ({ page, world }) => {
  const accounts = await Promise.all(Array.from({ length: 5 }, (_, n) => world.createAccount(`Row Kiln ${n}`)))
  await signIn(page, await world.createPerson('agent', accounts))
  for (const { id } of accounts) await page.goto(`/launch/${id}`)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    const boxes = await Promise.all((await openNow(page).getByRole('listitem').all()).map((tile) => tile.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    const last = boxes.at(-1)
    expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThanOrEqual(width)
  }
})

test('"Switch" shows the tab of the account and leaves it as it is, and rows of open accounts say so', async ({
  context,
  page,
  world,
}) => {
  const account = await world.createAccount('Tabbed Kiln')
  await signIn(page, await world.createPerson('agent', [account]))
  await context.addCookies([{ name: 'latchkey-open-in', value: 'new-tab', url: page.url() }])
  await page.goto('/')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open account Tabbed Kiln' }).first().click()
  const tab = await opened
  await expect(tab.getByRole('banner')).toContainText('Tabbed Kiln')
  await tab.evaluate(() => document.body.setAttribute('data-kept', ''))
  const switches = page.getByRole('link', { name: 'Switch to Tabbed Kiln' })
  // The tile and the row.
  await expect(switches).toHaveCount(2)
  for (const link of await switches.all()) await link.click()
  await page.getByRole('searchbox').fill('tabbed')
  await expect(switches).toHaveCount(1)
  await switches.click()
  await expect(tab.locator('[data-kept]')).toHaveCount(1)
  expect(context.pages()).toHaveLength(2)
  await expect(page).toHaveURL(/\?q=tabbed$/)

  await tab.close()
  const again = context.waitForEvent('page')
  await switches.click()
  await expect((await again).getByRole('banner')).toContainText('Tabbed Kiln')
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

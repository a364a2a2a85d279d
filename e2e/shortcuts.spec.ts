import { complete } from './complete.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, showShortcuts, signIn, test } from './fixtures.ts'

test('? lists the shortcuts on every page, and so does the menu', async ({ page, world }) => {
  const admin = await world.createPerson('admin')
  await signIn(page, admin, '/activity')
  const dialog = await showShortcuts(page)
  await expect(dialog).toContainText('Search')
  await expect(dialog).toContainText('Pin')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: admin.name }).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(dialog).toBeVisible()
})

test('single-character shortcuts can be switched off', async ({ page, world }) => {
  const agent = await world.createPerson('agent', [await world.createAccount('Quiet Keys')])
  await signIn(page, agent)
  const openLink = page.locator('a[data-open]')
  await openLink.focus()
  const dialog = await showShortcuts(page)
  await dialog.getByRole('button', { name: 'Off' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-shortcuts', 'off')
  await page.keyboard.press('Escape')
  await page.reload()
  await openLink.focus()
  for (const key of ['?', '/', 'p']) await page.keyboard.press(key)
  await expect(openLink).toBeFocused()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pin Quiet Keys' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('forced colors highlight only the current choice of a menu', complete, async ({ page, browserName, world }) => {
  test.skip(browserName === 'firefox', firefoxLacks.media)
  await page.emulateMedia({ forcedColors: 'active' })
  const agent = await world.createPerson('agent')
  await signIn(page, agent)
  await page.getByRole('button', { name: agent.name }).click()
  const bordersOf = (pressed: boolean) =>
    page
      .locator(`[data-keep-open] button[aria-pressed="${pressed}"]`)
      .evaluateAll((buttons) => [...new Set(buttons.map((button) => getComputedStyle(button).borderTop))])
  const [current, others] = [await bordersOf(true), await bordersOf(false)]
  expect(current).toHaveLength(1)
  expect(others).toHaveLength(1)
  expect(others).not.toEqual(current)
})

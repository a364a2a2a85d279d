import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { findViolations } from './axe.ts'
import { complete, isComplete, variations } from './complete.ts'
import { addAppTo, codeOf, endGrace, requireFactors } from './factors.ts'
import { firefoxLacks } from './firefox.ts'
import { expect, openAdvanced, signIn, signInByForm, test } from './fixtures.ts'
import { install } from './installation.ts'
import { openPages, portalPages } from './pages.ts'

type Theme = 'light' | 'dark'

/**
 * Of all rules, only contrast depends on the theme. It also takes axe most of its time: the short form leaves it to
 * `colors.test.ts`.
 */
const rules: Readonly<Record<Theme, RunOptions>> = {
  light: {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] },
    rules: { 'color-contrast': { enabled: isComplete } },
  },
  dark: { runOnly: { type: 'rule', values: ['color-contrast'] } },
}

/** @returns each violation of the page as it is now, by theme */
async function findInThemes(page: Page, themes = variations<Theme>(['light', 'dark'])): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    const violations = await findViolations(page, rules[colorScheme])
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`))
  }
  return found
}

async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.goto(path)
  for (const width of variations([360, 1280])) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await findInThemes(page), `${path} at ${width}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(overflow, `${path} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

test('the pages before sign-in are accessible', complete, async ({ page }) => {
  test.slow()
  for (const path of openPages) await test.step(path, () => expectAccessible(page, path))
})

test('the API reference is accessible', complete, async ({ page }) => {
  // A long page takes longer than the default timeout.
  test.slow()
  for (const path of ['', '/tokens', '/search?q=account']) await expectAccessible(page, `/api-reference${path}`)
})

test('the pages of the portal are accessible', async ({ page, world }) => {
  // As many pages as other journeys open in all.
  test.setTimeout(300_000)
  await signIn(page, await world.createPerson('owner'))
  for (const path of portalPages) await test.step(path, () => expectAccessible(page, path))
})

test(
  'the pages of a key, an account, a group, a user and a user’s accounts are accessible',
  complete,
  async ({ page, world }) => {
    await signIn(page, await world.createPerson('owner'))
    const account = await world.createAccount('Cove Optics')
    const agent = await world.createPerson('agent', [account])
    const key = await world.createKey(agent)
    const groupId = await makeGroup(world.services, [account.id])
    await expectAccessible(page, `/users-and-access/keys/${key.keyId}`)
    await expectAccessible(page, `/manage/accounts/id/${account.id}`)
    await expectAccessible(page, `/manage/accounts/groups/${groupId}`)
    await expectAccessible(page, `/users-and-access/users/${agent.id}`)
    await expectAccessible(page, `/users-and-access/users/${agent.id}/accounts`)
  },
)

test('the pages of a second factor are accessible', complete, async ({ page, world }) => {
  const agent = await world.createPerson('agent')
  await addAppTo(world, agent)
  await signInByForm(page, agent)
  await expectAccessible(page, '/sign-in/second-step')
  await expectAccessible(page, '/sign-in/second-step?recovery=1')
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('wrong')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This recovery code is wrong')).toBeVisible()
  expect(await findInThemes(page)).toEqual([])
})

test('the pages that set up a second factor are accessible', complete, async ({ page }) => {
  const site = await install('localhost')
  await requireFactors(site.world)
  const agent = await site.world.createPerson('agent')
  await endGrace(site.world, agent)
  await signInByForm(page, agent, `${site.baseUrl}/sign-in`)
  await expectAccessible(page, `${site.baseUrl}/sign-in/second-step`)
  await page.getByLabel('Six-digit code').fill(codeOf((await page.locator('code').textContent()) ?? '', 0))
  await page.getByRole('button', { name: 'Confirm code' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save your recovery codes')
  expect(await findInThemes(page)).toEqual([])
  await site.remove()
})

test('the filters of Activity are accessible', complete, async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'), '/activity?person=nobody-like-it&kind=user&period=7d')
  await page
    .locator('main summary')
    .last()
    .click({ position: { x: 4, y: 4 } })
  await page
    .getByRole('search', { name: 'Filter events' })
    .getByRole('button', { name: 'Account', exact: true })
    .click()
  expect(await findInThemes(page)).toEqual([])
})

test('the user menu and the dialog of a new key are accessible', complete, async ({ page, world }) => {
  const owner = await world.createPerson('owner')
  await signIn(page, owner)
  await page.getByRole('button', { name: owner.name }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  expect(await findInThemes(page)).toEqual([])
  await page.goto('/users-and-access')
  await page.getByRole('link', { name: 'Generate new key' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  expect(await findInThemes(page)).toEqual([])
  await openAdvanced(page)
  const accounts = dialog.getByLabel('Accounts', { exact: true }).filter({ visible: true })
  await accounts.fill((await world.createAccount('Suggested Mill')).id)
  await expect(dialog.getByRole('listbox')).toContainText('Suggested Mill')
  expect(await findInThemes(page)).toEqual([])
  await accounts.press('Enter')
  await accounts.fill('nowhere')
  await accounts.press('Enter')
  await dialog.getByText('Manage Latchkey by program').click()
  await dialog.getByRole('button', { name: 'Generate key' }).click()
  await expect(dialog.getByText('Select at least one permission.')).toBeVisible()
  expect(await findInThemes(page)).toEqual([])
})

test('planted violations are found in either theme', async ({ page, browserName }) => {
  test.skip(browserName === 'firefox', firefoxLacks.media)
  const planted = `<!doctype html><html lang="en"><title>Planted</title><main><h1>Planted</h1><img src="data:,"><style>
    @media (prefers-color-scheme: dark) { body { background: #000 } p { color: #222 } }</style><p>Faint</p></main>`
  await page.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body: planted }))
  await page.goto('/planted')
  expect(await findInThemes(page, ['dark', 'light'])).toEqual([
    expect.stringMatching(/^dark: color-contrast: /),
    expect.stringMatching(/^light: image-alt: /),
  ])
})

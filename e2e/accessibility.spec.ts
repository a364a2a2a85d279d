import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

const portalPages = [
  '/',
  '/?q=nothing-like-it',
  '/users-and-access',
  '/manage/accounts',
  '/manage/accounts/import',
  '/activity',
  '/your-security',
  '/nowhere',
]
const openPages = ['/sign-in', '/set-up?token=x', '/set-password?token=x', '/sso?token=x', '/accounts/nowhere']

type Theme = 'light' | 'dark'

/** Of all rules, only contrast depends on the theme. */
function createAxe(page: Page, theme: Theme): AxeBuilder {
  const axe = new AxeBuilder({ page })
  if (theme === 'dark') return axe.withRules(['color-contrast'])
  return axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
}

async function expectAccessible(page: Page, path: string, theme: Theme): Promise<void> {
  await page.goto(path)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const { violations } = await createAxe(page, theme).analyze()
    expect(
      violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`),
      `${path} at ${width}`,
    ).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${path} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('pages before sign-in are accessible', async ({ page }) => {
      for (const path of openPages) await expectAccessible(page, path, colorScheme)
    })

    test('the API reference is accessible', async ({ page }) => {
      // A long page takes longer than the default timeout.
      test.slow()
      await expectAccessible(page, '/api-reference', colorScheme)
    })

    test('pages of the portal are accessible', async ({ page, world }) => {
      test.slow()
      await signIn(page, await world.createPerson('owner'))
      for (const path of portalPages) await expectAccessible(page, path, colorScheme)
    })

    test('the user menu and the dialog of a new key are accessible', async ({ page, world }) => {
      const owner = await world.createPerson('owner')
      await signIn(page, owner)
      await page.getByRole('button', { name: owner.name }).click()
      await expect(page.getByRole('link', { name: 'Your security' })).toBeVisible()
      expect((await createAxe(page, colorScheme).analyze()).violations).toEqual([])
      await page.goto('/users-and-access')
      await page.getByRole('link', { name: 'Generate new key' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      expect((await createAxe(page, colorScheme).analyze()).violations).toEqual([])
      await dialog.getByText('Limit to accounts or networks').click()
      await dialog.getByLabel('Accounts', { exact: true }).fill('nowhere')
      await dialog.getByLabel('Open accounts').uncheck()
      await dialog.getByRole('button', { name: 'Generate key' }).click()
      await expect(dialog.getByText('Select at least one permission.')).toBeVisible()
      expect((await createAxe(page, colorScheme).analyze()).violations).toEqual([])
    })
  })
}

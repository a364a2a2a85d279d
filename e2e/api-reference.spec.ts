import { variations } from './complete.ts'
import { expect, product, signIn, test } from './fixtures.ts'

const widths = { desktop: 1280, phone: 390 } as const

test('the quickstart is filled in with the reader’s own key and account', async ({ page, world }) => {
  const account = await world.createAccount('Quickstart Ltd')
  const owner = await world.createPerson('owner', [account])
  const key = await world.createKey(owner)
  await page.goto('/api-reference')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, owner, '/users-and-access')
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page).toHaveTitle('Quickstart · API reference · Latchkey')
  await expect(page.getByRole('combobox', { name: 'Key' })).toBeVisible()
  await page.goto(`/api-reference?key=${key.keyId}&account=`)
  const sample = page.getByRole('figure').filter({ hasText: 'Get an access token · curl' })
  await expect(sample).toContainText(`curl --fail-with-body -sS ${product.baseUrl}/auth/v1/token`)
  await expect(sample).toContainText(`clientId=${key.keyId}`)
  await page.getByRole('textbox', { name: 'Account ID' }).fill('a/b')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByRole('textbox', { name: 'Account ID' })).toHaveAccessibleDescription(/only letters/)
  await page.getByRole('textbox', { name: 'Account ID' }).fill(account.id)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`account=${account.id}$`))
  await page.goto('/api-reference')
  await expect(page.getByRole('textbox', { name: 'Account ID' })).toHaveValue(account.id)
  await expect(page.locator('mark').filter({ hasText: account.id }).first()).toBeVisible()
})

for (const [size, width] of variations(Object.entries(widths))) {
  for (const javaScriptEnabled of variations([true, false])) {
    test.describe(`on a ${size}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ viewport: { width, height: 844 }, javaScriptEnabled })

      test('one choice changes the language of all samples', async ({ page }) => {
        await page.goto('/api-reference/tokens')
        const samplesIn = (language: string) => page.locator(`[data-language="${language}"]:visible`)
        const all = await samplesIn('curl').count()
        expect(all).toBeGreaterThan(4)
        await page.getByText('Python', { exact: true }).first().click()
        await expect(page.getByRole('radio', { name: 'Python' })).toBeChecked()
        await expect(samplesIn('Python')).toHaveCount(all)
        await expect(samplesIn('curl')).toHaveCount(0)
        await page.keyboard.press('ArrowRight')
        await expect(samplesIn('PHP')).toHaveCount(all)
        await page.getByRole('link', { name: 'Sign-in links →' }).click()
        await expect(page.getByRole('radio', { name: javaScriptEnabled ? 'PHP' : 'curl' })).toBeChecked()
      })

      test('every page is reached from every page, and the search finds operations and fields', async ({ page }) => {
        await page.goto('/api-reference/webhooks')
        if (size === 'phone') await page.getByRole('button', { name: 'Webhooks', exact: true }).click()
        const index = page.getByRole('navigation', { name: 'API reference' })
        await expect(index.getByRole('link', { name: 'Webhooks', exact: true })).toHaveAttribute('aria-current', 'page')
        await index.getByRole('link', { name: 'Sign-in links' }).click()
        await expect(page).toHaveURL('/api-reference/sign-in-links')
        await page.getByRole('searchbox').fill('backUrl')
        await page.keyboard.press('Enter')
        await page.getByRole('link', { name: 'Get a sign-in link' }).click()
        await expect(page).toHaveURL('/api-reference/sign-in-links#createSignOnLink')
        await expect(page.getByRole('heading', { name: 'Get a sign-in link' })).toBeInViewport()
      })
    })
  }
}

test('the slash key leads to the search, and a link to the former single page to its operation', async ({ page }) => {
  await page.goto('/api-reference#issueTokens')
  await expect(page).toHaveURL('/api-reference/tokens#issueTokens')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toHaveValue('/')
})

test('the copy button copies the sample exactly', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/api-reference/tokens')
  await page.getByRole('button', { name: 'Copy: For an API key · curl' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^curl .*\n {2}-d grantType=client_credentials \\\n/)
})

test('the reference needs no sign-in, loads little and is at most 30 screens long', async ({ page }) => {
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/api-reference/api-keys', { waitUntil: 'networkidle' })
  const expected = [
    '/api-reference.css',
    '/api-reference.js',
    '/api-reference/api-keys',
    '/fonts/inter-latin.woff2',
    '/latchkey.css',
  ]
  expect(loaded.filter((path) => !/^\/(fonts\/jetbrains|favicon|mark)/.test(path)).toSorted()).toEqual(expected)
  const screens = await page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight)
  expect(screens).toBeLessThan(30)
})

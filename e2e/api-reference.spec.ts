import { variations } from './complete.ts'
import { expect, product, signIn, test } from './fixtures.ts'

const widths = { desktop: 1280, phone: 390 } as const

test('a new key’s page links to the reference and its first request', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'), '/users-and-access')
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page).toHaveTitle('API reference · Latchkey')
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Get tokens' }).click()
  await expect(page).toHaveURL('/api-reference#issueTokens')
  await expect(page.getByRole('heading', { name: 'Get tokens' })).toBeInViewport()
  await expect(page.getByText(`curl --fail-with-body -sS ${product.baseUrl}/auth/v1/token`).first()).toBeVisible()
})

for (const [size, width] of variations(Object.entries(widths))) {
  for (const javaScriptEnabled of variations([true, false])) {
    test.describe(`on a ${size}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ viewport: { width, height: 844 }, javaScriptEnabled })

      test('one choice changes the language of all samples', async ({ page }) => {
        await page.goto('/api-reference')
        const samplesIn = (language: string) => page.locator(`[data-language="${language}"]:visible`)
        const all = await samplesIn('curl').count()
        expect(all).toBeGreaterThan(5)
        await page.getByText('Python', { exact: true }).first().click()
        await expect(page.getByRole('radio', { name: 'Python' })).toBeChecked()
        await expect(samplesIn('Python')).toHaveCount(all)
        await expect(samplesIn('curl')).toHaveCount(0)
        await page.keyboard.press('ArrowRight')
        await expect(samplesIn('PHP')).toHaveCount(all)
      })
    })
  }
}

test('the copy button copies the sample exactly', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/api-reference')
  await page.getByRole('button', { name: 'Copy: For an API key · curl' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^curl .*\n {2}-d grantType=client_credentials \\\n/)
})

test('the reference needs no sign-in and loads little', async ({ page }) => {
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  await page.goto('/api-reference', { waitUntil: 'networkidle' })
  const expected = [
    '/api-reference',
    '/api-reference.css',
    '/api-reference.js',
    '/fonts/inter-latin.woff2',
    '/latchkey.css',
  ]
  expect(loaded.filter((path) => !/^\/(fonts\/jetbrains|favicon|mark)/.test(path)).toSorted()).toEqual(expected)
})

test('every link within the page has a target', async ({ page }) => {
  await page.goto('/api-reference')
  const missing = await page.evaluate(() =>
    [...document.querySelectorAll('a[href^="#"]')]
      .map((link) => link.getAttribute('href')?.slice(1) ?? '')
      .filter((id) => !document.getElementById(id)),
  )
  expect(missing).toEqual([])
})

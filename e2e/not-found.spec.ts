import { expect, product, test } from './fixtures.ts'
import { ask, form, formType } from './http-client.ts'

const pages = ['/', '/sign-in', '/set-up', '/set-password', '/users-and-access', '/activity', '/manage/accounts']
const files = ['/favicon.ico', '/favicon.svg', '/latchkey.css', '/fonts/inter-latin.woff2', '/manifest.webmanifest']

test('unknown paths are 404 as JSON for programs and as a page for browsers', async ({ page }) => {
  for (const path of ['/metrics', '/auth', '/auth/v2/token', '/.well-known/x', '/sign-in/x', '/favicon.png']) {
    for (const method of ['GET', 'POST']) {
      const { status, headers, body } = await ask({ method, path, headers: { Origin: 'https://evil.example' } })
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json'])
      expect(JSON.parse(body)).toEqual({
        error: 'not_found',
        error_description: 'There is nothing at this URL.',
        requestId: headers['x-request-id'],
      })
    }
  }
  const response = await page.goto('/metrics')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('programs get every existing page and file', async () => {
  for (const path of [...pages, ...files]) {
    const { status } = await ask({ method: 'GET', path })
    expect([path, status < 400]).toEqual([path, true])
  }
  const icon = await ask({ method: 'GET', path: '/favicon.ico' })
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/x-icon'])
})

test('a base URL that ends in a slash works', async ({ world }) => {
  const owner = await world.createPerson('agent')
  const { keyId, secret } = await world.createKey(owner)
  const body = form({ grantType: 'client_credentials', clientId: keyId, clientSecret: secret })
  const { status } = await ask({ path: '//auth/v1/token', headers: formType, body })
  expect(status).toBe(200)
  const { headers } = await ask({ method: 'GET', path: '//evil.example/x', headers: { Accept: 'text/html' } })
  expect(headers.location ?? product.baseUrl).toContain(product.baseUrl)
})

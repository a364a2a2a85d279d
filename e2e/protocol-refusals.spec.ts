import { expect, test } from './fixtures.ts'
import { ask, expectRefusal } from './http-client.ts'
import { ssoRefusals, tokenRefusals } from './refused-requests.ts'

test.describe('POST /auth/v1/token refuses', () => {
  for (const [name, asked, status, error] of tokenRefusals) {
    test(`${name} with ${status} ${error}`, async () => {
      const answer = await ask(asked)
      expectRefusal(answer, status, error)
      if (status === 405) expect(answer.headers.allow).toContain('POST')
      if (status === 401) expect(answer.headers['www-authenticate']).toBeTruthy()
    })
  }
})

test.describe('POST /auth/v1/sso refuses', () => {
  for (const [name, asked, status, error] of ssoRefusals) {
    test(`${name} with ${status} ${error}`, async () => {
      const answer = await ask({ path: '/auth/v1/sso', ...asked })
      expectRefusal(answer, status, error)
      if (error === 'unauthorized') expect(answer.headers['www-authenticate']).toBe('Bearer realm="Latchkey"')
    })
  }
})

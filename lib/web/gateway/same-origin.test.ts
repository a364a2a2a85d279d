import { describe, expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'

describe('a form', () => {
  it.each([
    ['our own origin', { origin: 'https://login.example.com' }],
    ['no origin, but Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin' }],
  ])('passes with %s', async (_name, headers) => {
    const { seen, ask } = await openFront({})
    await ask({ method: 'POST', path: '/sign-in', headers })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    [
      'another origin with Sec-Fetch-Site: same-origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['neither Origin nor Sec-Fetch-Site', {}],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused with %s', async (_name, headers) => {
    const { seen, ask } = await openFront({})
    const paths = ['/sign-in', '/sign-in/passkey', '/sign-in/second-step', '/sign-in/second-step/passkey']
    for (const path of [...paths, '/sign-in/provider/acme', '/sign-in/provider/acme/link']) {
      const answer = await ask({ method: 'POST', path, headers })
      expect(answer.status).toBe(403)
      expect(answer.body).toMatch(/^This form was sent from another site\..*\nRequest ID: req_\w+\n$/)
    }
    expect(seen).toHaveLength(0)
  })
})

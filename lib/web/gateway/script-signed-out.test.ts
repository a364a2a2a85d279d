import { describe, expect, it } from 'vitest'
import { insertUser, signInAs } from '#lib/testing/people.ts'
import { openFront } from '#lib/testing/test-front.ts'

const fromOurPage = { origin: 'https://login.example.com' }

/** A call of a Server Action without arguments. */
const actionCall = {
  method: 'POST',
  headers: { 'next-action': '00'.padEnd(42, 'a'), 'content-type': 'text/plain', ...fromOurPage },
  body: '[]',
}

describe('a request of the page’s script', () => {
  const requests = [
    ['for a page', { path: '/?q=mill', headers: { rsc: '1' } }],
    ['of a Server Action', { path: '/', ...actionCall }],
  ] as const

  it.each(requests)('%s gets 401 without a session', async (_name, request) => {
    const { seen, ask } = await openFront({})
    const { status, body } = await ask(request)
    expect({ status, body }).toEqual({
      status: 401,
      body: expect.stringMatching(/^The session has ended\. Sign in again\.\nRequest ID: req_\w+\n$/),
    })
    expect(seen).toEqual([])
  })

  it.each(requests)('%s passes in a live session', async (_name, request) => {
    const { services, seen, ask } = await openFront({})
    const { cookieHeader } = await signInAs(services, await insertUser(services, { name: 'Jane Roe', role: 'agent' }))
    await ask({ ...request, headers: { ...request.headers, cookie: cookieHeader } })
    expect(seen).toHaveLength(1)
  })

  it.each(['/sign-in', '/forgot-password', '/set-up?token=x', '/set-password?token=x', '/hand-over?token=x'])(
    'passes without a session to %s',
    async (path) => {
      const { seen, ask } = await openFront({})
      await ask({ path, ...actionCall })
      expect(seen).toHaveLength(1)
    },
  )
})

it('a page without a session passes: it redirects to the sign-in page', async () => {
  const { seen, ask } = await openFront({})
  await ask({ path: '/activity' })
  await ask({ method: 'POST', path: '/activity', headers: fromOurPage })
  expect(seen).toHaveLength(2)
})

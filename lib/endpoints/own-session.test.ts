import { expect, it } from 'vitest'
import { browserCookieName } from '#lib/cookies/browser-cookie.ts'
import { ownSessionEndpoint } from '#lib/endpoints/own-session.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { insertUser, signInAs } from '#lib/testing/people.ts'
import { openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'

it('shows the signed-in user only to the browser that signed in', async () => {
  const services = await openTestServices()
  const user = await insertUser(services, { name: 'Jane Roe' })
  const { cookieHeader } = await signInAs(services, user)
  const read = async (cookie: string) => {
    const request = new Request(`${testBaseUrl}/api/auth/session`, { headers: { cookie } })
    const { status, headers, body } = await ownSessionEndpoint(request, testContext(services))
    return [status, headers['Cache-Control'], JSON.parse(String(body))]
  }
  expect(await read(cookieHeader)).toEqual([200, 'no-store', { user: { id: user.id, name: 'Jane Roe' } }])
  const ofBrowser = `${browserCookieName(testBaseUrl)}=`
  const copied = cookieHeader.split('; ').filter((pair) => !pair.startsWith(ofBrowser))
  expect(copied).toHaveLength(1)
  const thief = `${ofBrowser}${'a'.repeat(43)}`
  for (const cookie of ['', copied.join(), `${copied.join()}; ${thief}`]) {
    expect(await read(cookie)).toEqual([200, 'no-store', null])
  }
})

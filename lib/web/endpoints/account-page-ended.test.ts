import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { addReturnAddress, removeReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestAccount } from '#lib/testing/open-accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { accountPageEndpoint } from '#lib/web/endpoints/account-page.ts'
import { endAccountSessionEndpoint } from '#lib/web/endpoints/end-account-session.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

type Ask = { cookieHeader?: string; path?: string; headers?: Record<string, string> }

function ask({ cookieHeader = '', path = '/accounts/A-100', headers = {} }: Ask): Promise<Response> {
  const request = new Request(`${testBaseUrl}${path}`, {
    headers: { cookie: cookieHeader, 'x-request-id': 'req_1', ...headers },
  })
  return callEndpoint(accountPageEndpoint, request)
}

/** Status, title, sentence and ways of a refusal, in the order of the page. */
async function read(response: Response) {
  const html = (await response.text()).replaceAll('&amp;', '&')
  const [, title] = /<h1>(.*?)<\/h1>/.exec(html) ?? []
  const ways = [...html.matchAll(/<a class="lk-button" data-variant="(\w+)" href="(.*?)">(.*?)<\/a>/g)]
  return {
    status: response.status,
    title,
    ways: ways.map(([, variant, href, label]) => `${variant} ${label}: ${href}`),
  }
}

const crm = 'https://crm.example.com'

describe('403: never opened in this browser', () => {
  it('is identical for every account, existing or not', async () => {
    await createAccount(services, root, account({ id: 'A-100', name: 'Contoso Ltd', locale: 'de-at' }))
    const known = await ask({})
    const unknown = await ask({ path: '/accounts/A-999' })
    expect([known.status, unknown.status]).toEqual([403, 403])
    expect([...known.headers]).toEqual([...unknown.headers])
    expect(await known.text()).toBe((await unknown.text()).replaceAll('A-999', 'A-100'))
  })

  it('uses the reader’s language and links to the requested path', async () => {
    const response = await ask({ path: '/accounts/A-100/orders?page=2', headers: { 'accept-language': 'de-AT' } })
    expect(response.headers.get('content-language')).toBe('de-AT')
    expect(await read(response)).toEqual({
      status: 403,
      title: 'Dieses Konto ist hier nicht geöffnet',
      ways: [
        'primary Konto öffnen: /launch/A-100?deepPath=%2Faccounts%2FA-100%2Forders%3Fpage%3D2',
        'secondary Zu Ihren Konten: /',
      ],
    })
  })

  it('does not link to a path that no link may lead to', async () => {
    const { ways } = await read(await ask({ path: '/accounts/A-100/a//b' }))
    expect(ways[0]).toBe('primary Open account: /launch/A-100')
  })

  it('for a cookie that was copied to another account', async () => {
    const open = await openTestAccount(services, { accountId: 'A-200' })
    expect(await read(await ask(open))).toMatchObject({ title: 'This account isn’t open here' })
    expect((await ask({ ...open, path: '/accounts/A-200' })).status).toBe(200)
  })

  it.each(['latchkey-account=nonsense', '__Secure-latchkey-account=Fe26.2*1*x', '='])(
    'is the answer to the cookie %s',
    async (cookieHeader) => {
      await openTestAccount(services)
      expect(await read(await ask({ cookieHeader }))).toMatchObject({ title: 'This account isn’t open here' })
    },
  )
})

describe('403: open no longer', () => {
  it('after 30 minutes without use, to the millisecond', async () => {
    const open = await openTestAccount(services, { locale: 'fr-ch' })
    services.clock.advance(30 * minuteMs)
    const response = await ask({ ...open, headers: { 'accept-language': 'de' } })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await read(response)).toEqual({
      status: 403,
      title: 'Diese Sitzung ist beendet',
      ways: [
        'primary Konto erneut öffnen: /launch/A-100?deepPath=%2Faccounts%2FA-100&locale=fr-ch',
        'secondary Zu Ihren Konten: /',
      ],
    })
  })

  it('after 8 hours, however often it was used', async () => {
    const open = await openTestAccount(services)
    for (let minutes = 0; minutes < 8 * 60; minutes += 20) {
      expect((await ask(open)).status).toBe(200)
      services.clock.advance(20 * minuteMs)
    }
    expect(await (await ask(open)).text()).toContain('sessions end after 8 hours.')
  })

  it('once it was ended', async () => {
    const open = await openTestAccount(services)
    const headers = { cookie: open.cookieHeader, origin: testBaseUrl }
    const request = new Request(`${testBaseUrl}/accounts/A-100/-/end`, { method: 'POST', headers })
    expect((await callEndpoint(endAccountSessionEndpoint, request)).status).toBe(303)
    expect(await read(await ask(open))).toMatchObject({ status: 403, title: 'This session has ended' })
  })

  it('returns a user of a client program to its return address, while that is registered', async () => {
    await addReturnAddress(services, root, { origin: crm })
    const user = await insertUser(services)
    const { id } = await generateApiKey(services, root, { name: 'CRM', ownerId: user.id, expiresInDays: null })
    const open = await openTestAccount(services, { user, keyId: id, backUrl: `${crm}/case/7` })
    services.clock.advance(30 * minuteMs)
    const again = '/launch/A-100?deepPath=%2Faccounts%2FA-100'
    expect((await read(await ask(open))).ways).toEqual([
      `primary Back to crm.example.com: ${crm}/case/7`,
      `secondary Open the account again: ${again}&backUrl=https%3A%2F%2Fcrm.example.com%2Fcase%2F7&locale=en-gb`,
    ])
    await removeReturnAddress(services, root, { origin: crm })
    expect((await read(await ask(open))).ways).toEqual([
      `primary Open the account again: ${again}&locale=en-gb`,
      'secondary Go to your accounts: /',
    ])
  })
})

describe('403: no longer allowed, from the next request on', () => {
  const withdrawn = {
    status: 403,
    title: 'You can no longer use this account',
    ways: ['primary Go to your accounts: /'],
  }

  it('when the user is deactivated', async () => {
    const open = await openTestAccount(services)
    await deactivateUser(services, root, open.user.id)
    expect(await read(await ask(open))).toEqual(withdrawn)
  })

  it('when the account is suspended', async () => {
    const open = await openTestAccount(services)
    await suspendAccount(services, root, 'A-100')
    expect(await read(await ask(open))).toEqual(withdrawn)
  })

  it('when the key is disabled', async () => {
    const user = await insertUser(services)
    const { id } = await generateApiKey(services, root, { name: 'CRM', ownerId: user.id, expiresInDays: null })
    const open = await openTestAccount(services, { user, keyId: id })
    expect((await ask(open)).status).toBe(200)
    await disableApiKey(services, root, id)
    expect(await read(await ask(open))).toEqual(withdrawn)
  })
})

import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, resumeAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { authenticateApiKey } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import type { NewApiKeyInput } from '#lib/domain/keys/api-keys/schema.ts'
import { addReturnAddress, removeReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { changeAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { issueRefreshTokenFamily } from '#lib/domain/tokens/refresh-tokens/issue-refresh-token-family.ts'
import { insertFamily } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { takeSnapshot } from '#lib/testing/database-snapshot.ts'
import { root, visitor } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import {
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  readTokens,
  refreshFields,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'

const outside = "the address is outside the key's networks"
const home = '192.0.2.1'

function refused(status: number, error: string, description: string, headers: Record<string, string> = {}) {
  return { status, headers: { ...commonHeaders, ...headers }, body: refusalBody(error, description) }
}
const bearerError = (error: string, description: string) =>
  `Bearer realm="Latchkey", error="${error}", error_description="${description}"`
const [badToken, denied] = [
  'The access token is not valid.',
  'This account does not exist, or this key cannot open it.',
]
const invalidClient = refused(401, 'invalid_client', 'The API key or its secret is not valid.', {
  'www-authenticate': 'Basic realm="Latchkey", charset="UTF-8"',
})
const invalidGrant = refused(400, 'invalid_grant', 'The refresh token is not valid.')
const invalidToken = refused(401, 'invalid_token', badToken, {
  'www-authenticate': bearerError('invalid_token', badToken),
})
const accessDenied = refused(403, 'access_denied', denied)

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
  for (const id of ['acme', 'beta', 'gone']) {
    await createAccount(services, root, account({ id }))
  }
})

const makeKey = (limits: Partial<NewApiKeyInput>) => makeTestKey(services, limits)
const details = () => services.logLines.map((line) => JSON.parse(line).detail)

function postGrantFrom(address: string, accessToken: string, accountId = 'acme', backUrl?: string): Promise<Response> {
  const request = new Request(`${testBaseUrl}/auth/v1/sso`, {
    method: 'POST',
    headers: { 'X-Request-Id': 'req_1', Authorization: `Bearer ${accessToken}` },
    body: new URLSearchParams({ accountId, ...(backUrl && { backUrl }) }),
  })
  return callEndpoint(ssoGrantEndpoint, request, address)
}

/** Uses a key in all three ways from one address, with tokens that were issued at home. @returns the three statuses */
async function tryFrom(address: string, key: TestKey): Promise<number[]> {
  const { accessToken, refreshToken } = await issueTestTokens(key)
  const answers = [
    await postToken(clientFields(key), { address }),
    await postToken(refreshFields(key.email, refreshToken), { address }),
    await postGrantFrom(address, accessToken),
  ]
  return answers.map(({ status }) => status)
}

describe('a key that is limited to networks', () => {
  it.each([
    ['198.51.100.64/26', ['198.51.100.64', '198.51.100.127'], ['198.51.100.63', '198.51.100.128']],
    ['198.51.100.7', ['198.51.100.7', '::ffff:198.51.100.7'], ['198.51.100.6', '198.51.100.8', '::ffff:198.51.100.8']],
    ['2001:db8:0:8000::/49', ['2001:db8:0:8000::', '2001:db8:0:ffff:ffff:ffff:ffff:ffff'], ['2001:db8:0:7fff:ffff::']],
    ['::/0', ['2001:db8::1'], ['198.51.100.7', '::ffff:198.51.100.7', 'unknown']],
  ])(
    '%s works from inside and from nowhere else, to the very address, for all its uses',
    async (network, good, bad) => {
      const key = await makeKey({ networks: [home, network] })
      for (const address of good) expect(await tryFrom(address, key), address).toEqual([200, 200, 200])
      for (const address of bad) expect(await tryFrom(address, key), address).toEqual([401, 400, 401])
    },
  )

  it('gets the same response as every invalid key, and the log says why', async () => {
    const key = await makeKey({ networks: ['10.0.0.0/8'] })
    const before = await takeSnapshot(services.db)
    expect(await show(await postToken(clientFields(key)))).toEqual(invalidClient)
    expect(details()).toEqual([outside])
    expect(await takeSnapshot(services.db)).toEqual(before)
  })

  it('reveals nothing about its networks without the secret', async () => {
    const key = await makeKey({ networks: ['10.0.0.0/8'] })
    await postToken({ ...clientFields(key), clientSecret: newKeySecret() })
    expect(details()).toEqual(['the secret is wrong'])
  })

  it('has its refresh token refused from outside with nothing rotated, noted or revoked', async () => {
    const key = await makeKey({ networks: [home] })
    const { refreshToken } = await issueTestTokens(key)
    const { refreshToken: second } = await readTokens(await postToken(refreshFields(key.email, refreshToken)))
    services.clock.advance(60_000)
    const before = await takeSnapshot(services.db)
    for (const token of [second, refreshToken]) {
      const answer = await postToken(refreshFields(key.email, token), { address: '192.0.2.2' })
      expect(await show(answer)).toEqual(invalidGrant)
    }
    expect(details()).toEqual([outside, outside])
    expect(await takeSnapshot(services.db)).toEqual(before)
    await readTokens(await postToken(refreshFields(key.email, second)))
  })

  it('is asked for its networks after mac and clientId', async () => {
    const key = await makeKey({ networks: [home] })
    const { refreshToken } = await issueTestTokens(key)
    const from = { address: '192.0.2.2' }
    await postToken(refreshFields('somebody', refreshToken), from)
    await postToken(refreshFields(key.email, refreshToken.slice(0, -43) + 'x'.repeat(43)), from)
    expect(details()).toEqual(["clientId names neither the key's owner nor, where it may, the key", 'its mac is wrong'])
  })

  it('has its access token refused from outside like every bad one', async () => {
    const key = await makeKey({ networks: [home] })
    const { accessToken } = await issueTestTokens(key)
    const before = await takeSnapshot(services.db)
    expect(await show(await postGrantFrom('192.0.2.2', accessToken))).toEqual(invalidToken)
    expect(details()).toEqual([outside])
    expect(await takeSnapshot(services.db)).toEqual(before)
  })

  it('can be asked for less than its scopes', async () => {
    const { id: keyId, secret } = await makeKey({ networks: [home], scopes: ['sso', 'introspect'] })
    const { issue } = await issueRefreshTokenFamily(
      services,
      { ...visitor, address: home },
      { keyId, secret, scope: 'introspect' },
    )
    expect(issue.scope).toBe('introspect')
  })

  it('counts its refusals from outside there, while it goes on inside', async () => {
    const key = await makeKey({ networks: [home] })
    const from = { address: '192.0.2.2' }
    for (let i = 0; i < 20; i++) expect((await postToken(clientFields(key), from)).status).toBe(401)
    expect((await postToken(clientFields(key), from)).status).toBe(429)
    await issueTestTokens(key)
  })

  it('issues no family inside other networks, or inside none', async () => {
    const { id: keyId, secret } = await makeKey({ networks: ['192.0.2.0/24', '2001:db8::/32'] })
    const proof = await authenticateApiKey(services, visitor, { keyId, secret })
    const family = {
      id: 'fam_1',
      nonce: 'nonce',
      masterId: proof.keyMasterId,
      address: home,
      scope: null,
      jkt: null,
      isCounted: 0,
    } as const
    for (const networks of [null, '', '192.0.2.0/24']) {
      expect(await insertFamily(services.db, { ...family, ...proof, networks })).toBeUndefined()
    }
    expect(await insertFamily(services.db, { ...family, ...proof })).toMatchObject({ ownerId: proof.ownerId })
  })
})

it('a key without limit gets its token by one statement, and one that is limited by three', async () => {
  const keys = [await makeKey({}), await makeKey({ networks: [home] })]
  const counts: number[] = []
  for (const { id: keyId, secret } of keys) {
    let statements = 0
    const db = services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        return result
      },
    })
    const open = () => issueRefreshTokenFamily({ ...services, db }, { ...visitor, address: home }, { keyId, secret })
    // The first use is noted by a statement of its own, at most once a minute.
    await open()
    statements = 0
    await open()
    counts.push(statements)
  }
  expect(counts).toEqual([1, 3])
})

describe('a key that is limited to accounts', () => {
  it('opens these only: any other is refused like an unknown account', async () => {
    await suspendAccount(services, root, 'gone')
    const { accessToken } = await issueTestTokens(await makeKey({ accountIds: ['acme', 'gone'] }))
    expect((await postGrantFrom(home, accessToken)).status).toBe(200)
    for (const accountId of ['beta', 'gone', 'nowhere', 'ACME', 'acm', 'acme.gone']) {
      expect(await show(await postGrantFrom(home, accessToken, accountId)), accountId).toEqual(accessDenied)
    }
    const other = 'the key is limited to other accounts'
    expect(details()).toEqual([other, 'the account is suspended', other, other, other, other])
    await resumeAccount(services, root, 'gone')
    expect((await postGrantFrom(home, accessToken, 'gone')).status).toBe(200)
  })

  it('never opens more than its owner may', async () => {
    const key = await makeKey({ accountIds: ['acme', 'beta'] })
    const { accessToken } = await issueTestTokens(key)
    const changes = { role: 'agent', name: 'Robin', accountScope: 'list', accountIds: [] }
    await updateUser(services, root, { userId: key.ownerId, ...changes })
    expect(await show(await postGrantFrom(home, accessToken, 'beta'))).toEqual(accessDenied)
    await changeAccountAccess(services, root, { userId: key.ownerId, added: ['beta'], removed: [] })
    expect((await postGrantFrom(home, accessToken, 'beta')).status).toBe(200)
    expect(await show(await postGrantFrom(home, accessToken, 'acme'))).toEqual(accessDenied)
  })

  it('limits no other key of the same owner', async () => {
    const limited = await makeKey({ accountIds: ['acme'], networks: ['10.0.0.0/8'] })
    const other = await generateApiKey(services, root, { name: 'Other', ownerId: limited.ownerId })
    const { accessToken } = await readTokens(await postToken(clientFields(other)))
    expect((await postGrantFrom(home, accessToken, 'beta')).status).toBe(200)
  })
})

describe('a key that is limited to return addresses', () => {
  const [shop, crm] = ['https://shop.example', 'https://crm.example']
  const words = 'The value of backUrl is not acceptable: its origin is not registered.'
  const unregistered = refused(400, 'invalid_request', words)
  const post = (accessToken: string, backUrl?: string) => postGrantFrom(home, accessToken, 'acme', backUrl)

  beforeEach(async () => {
    for (const origin of [shop, crm]) await addReturnAddress(services, root, { origin })
  })

  it('returns to these and to the platform itself; any other is refused as an unregistered one', async () => {
    const { accessToken } = await issueTestTokens(await makeKey({ returnAddresses: [shop] }))
    for (const backUrl of [undefined, `${testBaseUrl}/`, `${testBaseUrl}/x?y`, `${shop}/`, `${shop}/cart?id=1`]) {
      expect((await post(accessToken, backUrl)).status, backUrl).toBe(200)
    }
    const refusedUrls = [`${crm}/`, `${shop}:8443/`, 'https://www.shop.example/', 'https://elsewhere.example/']
    for (const backUrl of refusedUrls)
      expect(await show(await post(accessToken, backUrl)), backUrl).toEqual(unregistered)
    expect(new Set(details())).toEqual(new Set(['the key is limited to other return addresses']))
  })

  it('returns to none of them once it is no longer registered', async () => {
    const { accessToken } = await issueTestTokens(await makeKey({ returnAddresses: [shop] }))
    await removeReturnAddress(services, root, { origin: shop })
    expect(await show(await post(accessToken, `${shop}/`))).toEqual(unregistered)
    expect(details()).toEqual(['backUrl: its origin is not registered'])
    expect((await post(accessToken)).status).toBe(200)
    await addReturnAddress(services, root, { origin: shop })
    expect((await post(accessToken, `${shop}/`)).status).toBe(200)
  })

  it('limits no other key, and no launch', async () => {
    const { ownerId } = await makeKey({ returnAddresses: [shop] })
    const other = await generateApiKey(services, root, { name: 'Other', ownerId })
    const { accessToken } = await readTokens(await postToken(clientFields(other)))
    expect((await post(accessToken, `${crm}/`)).status).toBe(200)
  })

  it('is checked in the statement that grants, and again in the one that redeems', async () => {
    const key = await makeKey({ returnAddresses: [shop] })
    const { accessToken } = await issueTestTokens(key)
    const { grantUrl } = await (await post(accessToken, `${shop}/`)).json()
    const { grantUrl: toPlatform } = await (await post(accessToken)).json()
    await services.db.updateTable('api_keys').set({ return_addresses: crm }).where('id', '=', key.id).execute()
    expect((await new TestBrowser().open(grantUrl)).status).toBe(403)
    expect((await new TestBrowser().open(toPlatform)).status).toBe(303)
  })
})

describe('a key that allows introspection alone', () => {
  it('gets tokens that say so, and opens no account', async () => {
    const { accessToken } = await issueTestTokens(await makeKey({ scopes: ['introspect'] }))
    expect(decodeJwt(accessToken).scope).toBe('introspect')
    const words = 'The access token does not have the scope sso.'
    expect(await show(await postGrantFrom(home, accessToken))).toEqual(
      refused(403, 'insufficient_scope', words, {
        'www-authenticate': `${bearerError('insufficient_scope', words)}, scope="sso"`,
      }),
    )
  })
})

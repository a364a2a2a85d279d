import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { listUsableSessionsOfUser } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { readAccountSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { credentialPredicate } from '#lib/domain/keys/api-keys/key-credentials.ts'
import type { Narrowing, WantedLimits } from '#lib/domain/keys/api-keys/narrow-limits.ts'
import { narrowKey } from '#lib/domain/keys/api-keys/store.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { narrowApiKey } from '#lib/domain/people/user-lifecycle/narrow-api-key.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { insertFamily, rotateFamily } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { meetAfter, settle } from '#lib/testing/rendezvous.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { crmOrigin, postGrant } from '#lib/testing/test-grants.ts'
import {
  clientFields,
  issueTestTokens,
  makeTestKey,
  postIntrospection,
  postToken,
  refreshFields,
  type TestKey,
  type TokenAnswer,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { readAccountCredential } from '#lib/web/cookies/account-cookie.ts'
import { verifyEndpoint } from '#lib/web/endpoints/verify.ts'

const [home, elsewhere] = ['192.0.2.0/24', '203.0.113.0/24']
const otherOrigin = 'https://other.example'

let services: TestServices
let key: TestKey
/** Issued, linked and opened before the key is narrowed. */
let tokens: TokenAnswer
let link: string
let browser: TestBrowser
beforeEach(async () => {
  services = await openTestServices()
  for (const id of ['acme', 'beta', 'gamma']) await createAccount(services, root, account({ id }))
  for (const origin of [crmOrigin, otherOrigin]) await addReturnAddress(services, root, { origin })
  key = await makeTestKey(services, { scopes: ['sso', 'introspect'] })
  tokens = await issueTestTokens(key)
  link = await issueLink()
  browser = new TestBrowser()
  await browser.open(await issueLink())
})

const narrow = (wanted: WantedLimits, by = services) => narrowApiKey(by, root, { keyId: key.id, ...toInput(wanted) })
const toInput = (wanted: WantedLimits) => JSON.parse(JSON.stringify(wanted))

const askForLink = (accountId = 'acme') => postGrant(tokens.accessToken, { accountId, backUrl: `${crmOrigin}/done` })

async function issueLink(): Promise<string> {
  const { grantUrl } = await (await askForLink()).json()
  return grantUrl
}

async function stateIn(where = browser): Promise<string> {
  const credential = await readAccountCredential(services, where.cookieHeader('/accounts/acme'))
  const found = await readAccountSession(services, credential, 'acme')
  return found.ok ? 'open' : found.reason
}

async function scopeOf(response: Response): Promise<string> {
  const { accessToken, error } = await response.json()
  return accessToken ? String(decodeJwt(accessToken).scope) : error
}

const withScope = (scope: string) => ({
  grant_type: 'client_credentials',
  client_id: key.id,
  client_secret: key.secret,
  scope,
})

async function introspect(token: string): Promise<string> {
  const asker = await makeTestKey(services, { scopes: ['introspect'] })
  const response = await postIntrospection({ token, clientId: asker.id, clientSecret: asker.secret })
  const { active, scope } = await response.json()
  return active ? scope : 'inactive'
}

async function verify(): Promise<number> {
  const headers = { Cookie: browser.cookieHeader('/accounts/acme'), 'X-Original-URI': '/accounts/acme' }
  return (await callEndpoint(verifyEndpoint, new Request(`${testBaseUrl}/auth/v1/verify`, { headers }))).status
}

/** The response of each operation now, from `192.0.2.1`, to credentials that were issued before. */
async function tryAll(): Promise<Record<string, string | number>> {
  return {
    verify: await verify(),
    session: await stateIn(),
    introspect: await introspect(tokens.accessToken),
    sso: (await askForLink()).status,
    redeem: (await new TestBrowser().open(link)).status,
    token: await scopeOf(await postToken(clientFields(key))),
    refresh: await scopeOf(await postToken(refreshFields(key.email, tokens.refreshToken))),
  }
}

const both = 'sso introspect'
const allowed = { verify: 200, session: 'open', introspect: both, sso: 200, redeem: 303, token: both, refresh: both }
const closed = { verify: 401, session: 'withdrawn', redeem: 403 }

describe('a narrowed key', () => {
  it.each<[string, WantedLimits, Partial<typeof allowed>]>([
    ['nothing', {}, {}],
    ['accounts without the one', { accountIds: ['beta', 'gamma'] }, { ...closed, sso: 403 }],
    ['accounts with the one', { accountIds: ['acme'] }, {}],
    [
      'networks without the client',
      { networks: [elsewhere] },
      { ...closed, sso: 401, token: 'invalid_client', refresh: 'invalid_grant' },
    ],
    ['networks with the client', { networks: [home] }, {}],
    ['return addresses without the one', { returnAddresses: [otherOrigin] }, { sso: 400, redeem: 403 }],
    ['return addresses with the one', { returnAddresses: [crmOrigin] }, {}],
    [
      'scopes without sso',
      { scopes: ['introspect'] },
      { ...closed, sso: 403, introspect: 'introspect', token: 'introspect', refresh: 'introspect' },
    ],
    ['scopes with sso', { scopes: ['sso'] }, { introspect: 'sso', token: 'sso', refresh: 'sso' }],
  ])('that keeps %s is refused or narrowed at once in every use', async (_, wanted, refused) => {
    await narrow(wanted)
    expect(await tryAll()).toEqual({ ...allowed, ...refused })
  })

  it('issues no token to a scope that it lost, and no token is active whose scopes it lost', async () => {
    const issued = await (await postToken(withScope('introspect'))).json()
    await narrow({ scopes: ['sso'] })
    expect(await scopeOf(await postToken(withScope('introspect')))).toBe('invalid_scope')
    expect(await scopeOf(await postToken(refreshFields(key.email, issued.refresh_token)))).toBe('invalid_scope')
    expect(await introspect(issued.access_token)).toBe('inactive')
  })

  it('cannot introspect without the scope', async () => {
    await narrow({ scopes: ['sso'] })
    const form = { token: tokens.accessToken, clientId: key.id, clientSecret: key.secret }
    expect((await postIntrospection(form)).status).toBe(403)
  })

  it('leads nobody back to a return address that it lost', async () => {
    await narrow({ returnAddresses: [otherOrigin] })
    const ended = await browser.post('/accounts/acme/-/end')
    expect(ended.headers.get('location')).toBe('/')
  })

  it('closes only what it may no longer have open, and says how many', async () => {
    const [program, portal] = [new TestBrowser(), await signInAs(services, await insertUser(services))]
    const { grantUrl } = await (await askForLink('beta')).json()
    await program.open(grantUrl)
    const launched = new TestBrowser(portal.cookieHeader)
    await launched.open((await launched.open('/launch/acme')).headers.get('location') ?? '')
    expect(await narrow({ accountIds: ['beta'] })).toMatchObject({ sessions: 1 })
    expect([await stateIn(), await stateIn(launched)]).toEqual(['withdrawn', 'open'])
    const rows = services.db.selectFrom('account_sessions').select(['account_id', 'end_reason'])
    const ended = (await rows.execute()).filter(({ end_reason }) => end_reason !== null)
    expect(ended).toEqual([{ account_id: 'acme', end_reason: 'key_narrowed' }])
  })

  it.each<[string, Narrowing]>([
    ['accounts', { accountIds: { from: null, to: ['beta'], lost: null } }],
    ['networks', { networks: { from: null, to: [elsewhere], lost: null } }],
    ['scopes', { scopes: { from: ['sso', 'introspect'], to: ['introspect'], lost: ['sso'] } }],
  ])('closes a session that its narrowed %s did not see', async (limit, narrowing) => {
    const list = () => listUsableSessionsOfUser(services.db, key.ownerId, 10)
    expect(await list()).toHaveLength(1)
    expect(await narrowKey(services.db, key.id, narrowing)).toBe(true)
    expect([await stateIn(), await verify()]).toEqual(['withdrawn', 401])
    if (limit !== 'networks') expect(await list()).toEqual([])
  })

  it('ends the sessions whose tokens were issued outside its networks, and no others', async () => {
    const { accessToken } = await (await postToken(clientFields(key), { address: '203.0.113.7' })).json()
    const { grantUrl } = await (await postGrant(accessToken, { accountId: 'beta' })).json()
    await new TestBrowser().open(grantUrl)
    expect(await narrow({ networks: [home] })).toMatchObject({ sessions: 1 })
    const rows = services.db.selectFrom('account_sessions').select(['account_id', 'end_reason']).orderBy('account_id')
    expect(await rows.execute()).toEqual([
      { account_id: 'acme', end_reason: null },
      { account_id: 'beta', end_reason: 'key_narrowed' },
    ])
  })

  it('is recorded with each limit before and after', async () => {
    await narrow({ accountIds: ['acme', 'beta'], networks: [home] })
    await narrow({ accountIds: ['beta'], scopes: ['sso'], networks: [home] })
    await narrow({ accountIds: ['beta'] })
    const events = services.db.selectFrom('audit_events').select('details').where('kind', '=', 'api_key.narrowed')
    const [first, second, third] = (await events.orderBy('id').execute()).map(({ details }) => JSON.parse(details))
    const owner = { owner: 'Robin Example', ownerId: key.ownerId }
    const before = { formerAccountIds: null, formerNetworks: null }
    expect(first).toEqual({ ...owner, accountIds: 'acme beta', networks: home, ...before, sessions: 0 })
    const lost = { accountIds: 'beta', formerAccountIds: 'acme beta', scopes: 'sso', formerScopes: both }
    expect([second, third]).toEqual([{ ...owner, ...lost, sessions: 1 }, undefined])
  })

  it('is only previewed, and nothing changes', async () => {
    const wanted = { keyId: key.id, accountIds: ['beta'] }
    const effect = { narrowing: { accountIds: { from: null, to: ['beta'], lost: null } }, sessions: 1 }
    expect(await narrowApiKey(services, root, { ...wanted, preview: true })).toEqual(effect)
    expect(await tryAll()).toEqual(allowed)
    expect(await narrowApiKey(services, root, wanted)).toMatchObject({ narrowing: effect.narrowing })
  })
})

describe('a key never gets wider', () => {
  const limited = {
    scopes: ['sso'],
    accountIds: ['acme', 'beta'],
    networks: ['10.0.0.0/8', '192.0.2.0/24'],
    returnAddresses: [crmOrigin],
  }

  it.each<[string, WantedLimits, Record<string, string>, Record<string, string[]> | undefined]>([
    ['another account', { accountIds: ['beta', 'gamma'] }, { accountIds: 'not_narrower' }, { accountIds: ['gamma'] }],
    ['all accounts', { accountIds: [] }, { accountIds: 'would_lift' }, {}],
    [
      'a wider and another network',
      { networks: ['192.0.0.0/16', '10.1.0.0/16', '2001:db8::/32'] },
      { networks: 'not_narrower' },
      { networks: ['192.0.0.0/16', '2001:db8::/32'] },
    ],
    ['all networks', { networks: [] }, { networks: 'would_lift' }, {}],
    [
      'another return address',
      { returnAddresses: [otherOrigin] },
      { returnAddresses: 'not_narrower' },
      { returnAddresses: [otherOrigin] },
    ],
    ['another scope', { scopes: ['sso', 'introspect'] }, { scopes: 'not_narrower' }, { scopes: ['introspect'] }],
    ['no scope', { scopes: [] }, { scopes: 'required' }, undefined],
  ])('not even by %s', async (_, wanted, fields, entries) => {
    await narrow(limited)
    const refusal = await narrow({ ...limited, ...wanted }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'input_invalid', fields })
    expect(Reflect.get(Object(refusal), 'entries')).toEqual(entries)
  })

  it('and names no unknown account or unregistered return address', async () => {
    const wanted = { accountIds: ['nowhere'], returnAddresses: ['https://evil.example'] }
    await expect(narrow(wanted)).rejects.toMatchObject({ fields: { accountIds: 'unknown' } })
    await expect(narrow({ returnAddresses: wanted.returnAddresses })).rejects.toMatchObject({
      fields: { returnAddresses: 'unknown' },
    })
  })

  it('and is narrowed while it is disabled, but not once it is revoked', async () => {
    await disableApiKey(services, root, key.id)
    expect(await narrow({ scopes: ['sso'] })).toMatchObject({ sessions: 0 })
    await revokeApiKey(services, root, key.id)
    await expect(narrow({ accountIds: ['acme'] })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a narrowing beside another statement', () => {
  it('leaves no link, session or token that is wider after it returned', async () => {
    const browsers = Array.from({ length: 8 }, () => new TestBrowser())
    const links = await Promise.all(browsers.map(issueLink))
    const opened = Promise.all(browsers.map((each, index) => each.open(links[index] ?? '')))
    const issued = Promise.all(browsers.map(() => askForLink()))
    const families = Promise.all(browsers.map(() => postToken(withScope('sso'))))
    await narrow({ scopes: ['introspect'], accountIds: ['beta'] })
    await opened
    expect(new Set(await Promise.all(browsers.map(stateIn)))).not.toContain('open')
    const late = (await issued).filter(({ status }) => status === 200)
    for (const response of late) {
      const { grantUrl } = await response.json()
      expect((await new TestBrowser().open(grantUrl)).status).toBe(403)
    }
    for (const response of (await families).filter(({ status }) => status === 200)) {
      const { access_token: accessToken, refresh_token: refreshToken } = await response.json()
      expect(await introspect(accessToken)).toBe('inactive')
      expect(await scopeOf(await postToken(refreshFields(key.email, refreshToken)))).toBe('invalid_scope')
    }
  })

  it('combines with another one, or one of the two is refused', async () => {
    const meeting = meetAfter(services, /^select .* from "api_keys"/)
    const sets = [{ accountIds: ['acme', 'beta'] }, { accountIds: ['beta', 'gamma'] }]
    const outcomes = await settle(sets.map((wanted) => narrow(wanted, meeting)))
    expect(outcomes.toSorted()).toEqual(['done', 'input_invalid'])
    const row = services.db.selectFrom('api_keys').select('account_ids').where('id', '=', key.id)
    expect(await row.executeTakeFirst()).toEqual({
      account_ids: sets[outcomes.indexOf('done')]?.accountIds.join(' '),
    })
    const again = meetAfter(services, /^select .* from "api_keys"/)
    expect(await settle([narrow({ networks: [home] }, again), narrow({ scopes: ['sso'] }, again)])).toEqual(
      Array(2).fill('done'),
    )
    const limits = services.db.selectFrom('api_keys').select(['networks', 'scopes']).where('id', '=', key.id)
    expect(await limits.executeTakeFirst()).toEqual({ networks: home, scopes: 'sso' })
  })

  it('changes the key only from the limits that it was made from', async () => {
    const narrowing = { accountIds: { from: null, to: ['acme', 'beta'], lost: null } }
    expect(await narrowKey(services.db, key.id, narrowing)).toBe(true)
    expect(await narrowKey(services.db, key.id, { accountIds: { from: null, to: ['gamma'], lost: null } })).toBe(false)
    expect(await narrowKey(services.db, key.id, { accountIds: { from: ['acme'], to: ['acme'], lost: [] } })).toBe(false)
  })

  it('makes statements insert and rotate nothing that were told the former scopes', async () => {
    const { current } = services.keys
    const checked = { ...credentialPredicate(current, { keyId: key.id, secret: key.secret }), scope: 'introspect' }
    const family = {
      id: 'fam_1',
      nonce: 'n',
      masterId: current.id,
      address: '192.0.2.1',
      jkt: null,
      isCounted: 0 as const,
    }
    const [, familyId = ''] = tokens.refreshToken.split('.')
    const rotation = { familyId, generation: 1, masterId: current.id, networks: null, retryMs: 0 }
    await narrow({ scopes: ['sso'] })
    expect(await insertFamily(services.db, { ...family, ...checked, scopes: both })).toBeUndefined()
    expect(await rotateFamily(services.db, { ...rotation, scopes: both })).toBeUndefined()
    expect(await rotateFamily(services.db, { ...rotation, scopes: 'sso' })).toBeDefined()
  })
})

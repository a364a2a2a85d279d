import { beforeEach, describe, expect, it } from 'vitest'
import { createProviderFetch } from '#lib/domain/sign-in/sign-in-providers/fetch-provider.ts'
import { maxProviders } from '#lib/domain/sign-in/sign-in-providers/limits.ts'
import {
  addProvider,
  changeProvider,
  getProvider,
  listProviders,
  testProvider,
} from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { fetchPublished } from '#lib/domain/sign-in/sign-in-providers/provider-metadata.ts'
import { isInDomain, parseIssuer } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { insertProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { type ForgedProvider, startForgedProvider } from '#lib/testing/forged-provider.ts'
import { anyPerson, root, visitor } from '#lib/testing/people.ts'
import { localBaseUrl, registerProvider } from '#lib/testing/sign-in-providers.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let forged: ForgedProvider

beforeEach(async () => {
  services = await openTestServices({ BASE_URL: localBaseUrl })
  forged = await startForgedProvider(() => services.clock.now())
})

async function problemOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.fields ?? error.code
  }
}

const input = () => ({ id: 'acme', label: 'Acme', issuer: forged.issuer, clientId: 'client', secret: 'secret' })
const discovery = '/.well-known/openid-configuration'

describe('a provider', () => {
  it('is added with careful defaults, without its secret', async () => {
    expect(await addProvider(services, root, input())).toEqual({
      id: 'acme',
      label: 'Acme',
      issuer: forged.issuer,
      clientId: 'client',
      clientAuth: 'client_secret_basic',
      hasSecret: true,
      domains: [],
      createsUsers: false,
      groupsClaim: null,
      acrValues: [],
      amrValues: [],
      maxAgeSeconds: null,
      passwordsOff: false,
      isDisabled: false,
      createdAt: services.clock.now(),
    })
    const rows = await services.db.selectFrom('sign_in_providers').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('"secret"')
    expect(JSON.stringify(await services.db.selectFrom('audit_events').selectAll().execute())).not.toContain('"secret"')
  })

  it('may be named by the URL of its discovery document, or without its last slash', async () => {
    const { issuer } = await addProvider(services, root, { ...input(), issuer: `${forged.issuer}${discovery}` })
    expect(issuer).toBe(forged.issuer)
    const slashed = await startForgedProvider(() => services.clock.now())
    slashed.metadata = { issuer: `${slashed.issuer}/` }
    const added = await addProvider(services, root, { ...input(), id: 'slashed', issuer: slashed.issuer })
    expect(added.issuer).toBe(`${slashed.issuer}/`)
  })

  it('keeps its secret unless another one is given', async () => {
    await addProvider(services, root, input())
    const sealed = async () => (await services.db.selectFrom('sign_in_providers').select('secret_sealed').execute())[0]
    const before = await sealed()
    const settings = { id: 'acme', label: 'New', clientId: 'client' }
    await changeProvider(services, root, settings)
    expect(await sealed()).toEqual(before)
    await changeProvider(services, root, { ...settings, secret: 'another' })
    expect(await sealed()).not.toEqual(before)
    await changeProvider(services, root, { ...settings, clientAuth: 'private_key_jwt' })
    expect((await getProvider(services, root, 'acme')).hasSecret).toBe(false)
    expect(await problemOf(changeProvider(services, root, settings))).toEqual({ secret: 'required' })
  })

  it('says in the log what changed', async () => {
    await addProvider(services, root, input())
    services.clock.advance(1)
    await changeProvider(services, root, {
      id: 'acme',
      label: 'Acme',
      clientId: 'client',
      domains: 'a.example, B.example a.example',
      createsUsers: true,
      passwordsOff: true,
      amrValues: ['mfa'],
    })
    const rows = await services.db.selectFrom('audit_events').select(['kind', 'details']).orderBy('at').execute()
    expect(rows.map(({ kind, details }) => [kind, JSON.parse(details)])).toEqual([
      ['sign_in_provider.added', { issuer: forged.issuer }],
      [
        'sign_in_provider.updated',
        { createsUsers: 'on', passwords: 'off', factor: 'verified', domains: 'a.example, b.example' },
      ],
    ])
  })
})

describe('refuses', () => {
  it.each([
    ['no ID', { id: '' }, { id: 'required' }],
    ['an ID with capitals', { id: 'Acme' }, { id: 'malformed' }],
    ['an ID that leaves its path', { id: '../x' }, { id: 'malformed' }],
    ['an ID of 33 characters', { id: 'x'.repeat(33) }, { id: 'too_long' }],
    ['the ID of SCIM', { id: 'scim' }, { id: 'reserved' }],
    ['no label', { label: ' ' }, { label: 'required' }],
    ['no secret', { secret: '' }, { secret: 'required' }],
    ['a client ID with spaces', { clientId: 'a b' }, { clientId: 'malformed' }],
    ['an unknown way to authenticate', { clientAuth: 'none' }, { clientAuth: 'malformed' }],
    ['plain http elsewhere', { issuer: 'http://idp.example' }, { issuer: 'insecure' }],
    ['another scheme', { issuer: 'ftp://idp.example' }, { issuer: 'malformed' }],
    ['user info', { issuer: 'https://user@idp.example' }, { issuer: 'malformed' }],
    ['a query', { issuer: 'https://idp.example/?a' }, { issuer: 'malformed' }],
    ['a fragment', { issuer: 'https://idp.example/#a' }, { issuer: 'malformed' }],
    ['an address that is not public', { issuer: 'https://10.0.0.7' }, { issuer: 'blocked_address' }],
    ['a top-level domain', { domains: 'example' }, { domains: 'malformed' }],
    ['a wildcard', { domains: '*.acme.example' }, { domains: 'malformed' }],
    ['creation for every domain', { createsUsers: true }, { domains: 'required' }],
    ['passwords off for no domain', { passwordsOff: true }, { domains: 'required' }],
    ['a negative age', { maxAgeSeconds: -1 }, { maxAgeSeconds: 'out_of_range' }],
    ['an age in words', { maxAgeSeconds: 'an hour' }, { maxAgeSeconds: 'malformed' }],
  ])('%s', async (_name, given, problem) => {
    expect(await problemOf(addProvider(services, root, { ...input(), ...given }))).toEqual(problem)
    expect(await listProviders(services, root)).toEqual([])
  })

  it('an ID or an issuer that is taken, and one too many', async () => {
    await addProvider(services, root, input())
    expect(await problemOf(addProvider(services, root, { ...input(), id: 'other' }))).toEqual({ issuer: 'taken' })
    const second = await startForgedProvider(() => services.clock.now())
    const other = { ...input(), issuer: second.issuer }
    expect(await problemOf(addProvider(services, root, other))).toEqual({ id: 'taken' })
    const {
      id: _id,
      issuer: _issuer,
      hasSecret: _secret,
      createdAt: _at,
      ...settings
    } = await getProvider(services, root, 'acme')
    for (let count = 1; count < maxProviders; count++) {
      const row = { ...settings, id: `p-${count}`, issuer: `https://p-${count}.example` }
      await insertProvider(services.db, row, { sealed: undefined, createdBy: 'operator' })
    }
    expect(await problemOf(addProvider(services, root, { ...other, id: 'other' }))).toEqual({ id: 'too_many' })
  })

  it('everyone but owners and the operator, and owners without a recent confirmation', async () => {
    await registerProvider(services, forged)
    const change = { id: 'acme', label: 'Acme', clientId: 'client' }
    for (const actor of [anyPerson('admin'), anyPerson('agent'), visitor]) {
      expect([
        await problemOf(addProvider(services, actor, input())),
        await problemOf(changeProvider(services, actor, change)),
        await problemOf(listProviders(services, actor)),
        await problemOf(getProvider(services, actor, 'acme')),
        await problemOf(testProvider(services, actor, 'acme')),
      ]).toEqual(Array.from({ length: 5 }, () => 'forbidden'))
    }
    const late = { ...anyPerson('owner'), confirmedAt: services.clock.now() - confirmationMs }
    expect(await problemOf(addProvider(services, late, input()))).toBe('confirmation_required')
    expect(await problemOf(changeProvider(services, late, change))).toBe('confirmation_required')
    expect(await problemOf(changeProvider(services, root, { ...change, id: 'unknown' }))).toBe('not_found')
  })
})

describe('the discovery document', () => {
  const answer = (status: number, body: string, headers = { 'content-type': 'application/json' }) => {
    forged.routes[discovery] = (_request, response) => void response.writeHead(status, headers).end(body)
  }

  it.each<[string, () => void, string]>([
    [
      'of another issuer',
      () => void Object.assign(forged, { metadata: { issuer: 'https://evil.example' } }),
      'issuer_differs',
    ],
    ['without its keys', () => void Object.assign(forged, { metadata: { jwks_uri: undefined } }), 'incomplete'],
    [
      'without a token endpoint',
      () => void Object.assign(forged, { metadata: { token_endpoint: undefined } }),
      'incomplete',
    ],
    ['that is missing', () => answer(404, '{}'), 'not_discovery'],
    ['that is refused for now', () => answer(429, '{}'), 'rate_limited'],
    ['that is broken', () => answer(500, '<html>'), 'server_error'],
    [
      'that signs with client secrets alone',
      () => void Object.assign(forged.metadata, { id_token_signing_alg_values_supported: ['HS256', 'none'] }),
      'algorithms',
    ],
    ['that is a page', () => answer(200, '<html>', { 'content-type': 'text/html' }), 'not_discovery'],
    ['that is no JSON', () => answer(200, '{'), 'not_discovery'],
    ['that is too large', () => answer(200, `{"a":"${'x'.repeat(300_000)}"}`), 'too_large'],
  ])('%s is refused, with the reason', async (_name, damage, problem) => {
    damage()
    expect(await problemOf(addProvider(services, root, input()))).toEqual({ issuer: problem })
  })

  it('is not followed to another address', async () => {
    forged.routes[discovery] = (_request, response) =>
      void response.writeHead(302, { location: `${forged.issuer}/elsewhere` }).end()
    expect(await problemOf(addProvider(services, root, input()))).toEqual({ issuer: 'redirect' })
    expect(forged.requests).toEqual([discovery])
  })

  it('is tested again on request', async () => {
    await registerProvider(services, forged)
    expect(await testProvider(services, root, 'acme')).toBeUndefined()
    answer(500, '{}')
    expect((await testProvider(services, root, 'acme'))?.problem).toBe('server_error')
  })

  it.each<[string, number, string, string | undefined]>([
    ['the secret is wrong', 401, '{"error":"invalid_client"}', 'invalid_client'],
    ['the secret is wrong, without a word', 401, '', 'invalid_client'],
    ['the secret is wrong, as Google says', 400, '{"error":"invalid_client"}', 'invalid_client'],
    ['the client is unknown, as Entra ID says', 400, '{"error":"unauthorized_client"}', 'invalid_client'],
    ['it has enough for now', 429, '{}', 'rate_limited'],
    ['it is broken', 502, '<html>', 'server_error'],
    ['the code is unknown, so that the client is right', 400, '{"error":"invalid_grant"}', undefined],
  ])('tells by a token request that %s', async (_name, status, body, problem) => {
    await registerProvider(services, forged)
    forged.routes['/token'] = (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    expect((await testProvider(services, root, 'acme'))?.problem).toBe(problem)
  })
})

describe('requests to a provider', () => {
  const env = (baseUrl: string, providerNetworks: readonly string[] = []) => ({
    baseUrl,
    providerNetworks: [...providerNetworks],
  })

  it('go to no address that is not public, whatever the name says', async () => {
    const fetch = createProviderFetch(env('https://login.example.com'), async () => ['10.0.0.7'])
    await expect(fetch('https://idp.example/', {})).rejects.toMatchObject({ problem: 'blocked_address' })
    const toNowhere = createProviderFetch(env('https://login.example.com'), async () => [])
    await expect(toNowhere('https://idp.example/', {})).rejects.toMatchObject({ problem: 'unresolved' })
  })

  it('go to this machine only from a server that is on it, or if PROVIDER_NETWORKS allows it', async () => {
    const url = forged.issuer.replace('http:', 'https:')
    const far = createProviderFetch(env('https://login.example.com'))
    await expect(far(url, {})).rejects.toMatchObject({ problem: 'blocked_address' })
    await expect(far(forged.issuer, {})).rejects.toMatchObject({ problem: 'bad_url' })
    const allowed = createProviderFetch(env('https://login.example.com', ['127.0.0.1']))
    await expect(allowed(url, {})).rejects.toMatchObject({ problem: 'tls' })
    expect((await createProviderFetch(env(localBaseUrl))(`${forged.issuer}${discovery}`, {})).status).toBe(200)
  })

  it('end after a time', async () => {
    forged.routes['/slow'] = () => undefined
    const signal = AbortSignal.timeout(50)
    const fetch = createProviderFetch(env(localBaseUrl))
    await expect(fetch(`${forged.issuer}/slow`, { signal })).rejects.toMatchObject({ problem: 'timeout' })
  })

  it('from an https issuer go to https endpoints alone', async () => {
    await expect(fetchPublished(services, 'http://localhost:1')).rejects.toMatchObject({ problem: 'connection' })
  })
})

it.each([
  ['https://idp.example', 'https://idp.example'],
  [' https://idp.example/tenant/ ', 'https://idp.example/tenant/'],
  ['https://idp.example/x/.well-known/openid-configuration', 'https://idp.example/x'],
])('the issuer %j is %s', (text, issuer) => {
  expect(parseIssuer(text, 'https://login.example.com')).toEqual({ issuer })
})

it('plain http is for loopback on both sides', () => {
  expect(parseIssuer('http://localhost:4000', 'http://localhost:3000')).toEqual({ issuer: 'http://localhost:4000' })
  expect(parseIssuer('http://localhost:4000', 'https://login.example.com')).toEqual({ problem: 'insecure' })
})

it.each([
  ['jane@acme.example', true],
  ['jane@ACME.example', true],
  ['jane@x.acme.example', false],
  ['jane@acme.example.', false],
  ['jane@evilacme.example', false],
  ['acme.example', true],
  ['', false],
])('the domain of %j counts: %s', (email, counts) => {
  expect(isInDomain(email, ['acme.example'])).toBe(counts)
})

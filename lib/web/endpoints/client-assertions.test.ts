import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { registerApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { NewApiKeyInput } from '#lib/domain/keys/api-keys/schema.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { rehearseRetirement } from '#lib/domain/keys/key-rotation/rehearse-retirement.ts'
import { rotatePublicKey } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import {
  assertionType,
  readAssertion,
  verifyAssertion,
} from '#lib/domain/tokens/client-authentication/verify-assertion.ts'
import { hourMs, minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { randomToken } from '#lib/kernel/crypto.ts'
import { countSealedRows } from '#lib/server/diagnostics/store.ts'
import { makeApiCaller } from '#lib/testing/api-client.ts'
import { mutationsOf } from '#lib/testing/mutations.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { callersAtOnce, sampled } from '#lib/testing/sampling.ts'
import { basic, makeTestKey, postIntrospection, postRevocation, postToken } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

type Signer = Readonly<{ alg: string; publicJwk: JWK; privateKey: CryptoKey }>

let services: TestServices
let signer: Signer
let ownerId: string
let keyId: string
beforeEach(async () => {
  services = await openTestServices()
  signer = await makeSigner()
  ownerId = (await insertUser(services, { role: 'service' })).id
  keyId = await register(signer)
})

async function makeSigner(alg = 'ES256'): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, publicJwk: await exportJWK(publicKey), privateKey }
}

async function register({ publicJwk }: Signer, input: Partial<NewApiKeyInput> = {}): Promise<string> {
  return (
    await registerApiKey(services, root, { name: 'CRM', ownerId, scopes: ['sso', 'introspect'], ...input, publicJwk })
  ).id
}

type Changes = Readonly<{ claims?: object; header?: object; by?: Signer }>

function sign({ claims = {}, header = {}, by = signer }: Changes = {}): Promise<string> {
  const now = Math.floor(services.clock.now() / secondMs)
  const usual = { iss: keyId, sub: keyId, aud: testBaseUrl, exp: now + 60, iat: now, jti: randomToken() }
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: by.alg, ...header }).sign(by.privateKey)
}

const fields = (clientAssertion: string, more = {}) => ({
  grantType: 'client_credentials',
  clientAssertion,
  clientAssertionType: assertionType,
  ...more,
})

async function ask(assertion: string, more = {}) {
  const response = await postToken(fields(assertion, more))
  return { status: response.status, body: await response.json() }
}

const present = async (changes: Changes = {}) => (await ask(await sign(changes))).status
const statesOf = async () => (await readKeySecrets(services, root, keyId)).secrets.map(({ state }) => state)

describe('an assertion', () => {
  it.each(['ES256', 'ES384', 'Ed25519', 'EdDSA', 'PS256', 'RS256'])('by a key for %s gets tokens', async (alg) => {
    const by = await makeSigner(alg)
    keyId = await register(by, { allowSameName: true })
    expect(await present({ by })).toBe(200)
  })

  it('gets tokens in the standard spelling, with and without the client ID', async () => {
    for (const client_id of [undefined, keyId]) {
      const response = await postToken({
        grant_type: 'client_credentials',
        client_assertion: await sign(),
        client_assertion_type: assertionType,
        ...(client_id && { client_id }),
      })
      expect([response.status, (await response.json()).token_type]).toEqual([200, 'Bearer'])
    }
  })

  it('authenticates the client that introspects, revokes and refreshes', async () => {
    const { accessToken, refreshToken } = (await ask(await sign())).body
    const by = async () => ({ clientAssertion: await sign(), clientAssertionType: assertionType })
    expect(await (await postIntrospection({ token: accessToken, ...(await by()) })).json()).toMatchObject({
      active: true,
    })
    const standard = { client_assertion: await sign(), client_assertion_type: assertionType }
    const refreshed = await postToken({ grant_type: 'refresh_token', refresh_token: refreshToken, ...standard })
    expect(refreshed.status).toBe(200)
    expect((await postRevocation({ token: accessToken, ...(await by()) })).status).toBe(200)
    expect(await (await postIntrospection({ token: accessToken, ...(await by()) })).json()).toEqual({ active: false })
  })

  it.each(['JWT', 'jwt', 'client-authentication+jwt', 'application/client-authentication+jwt'])(
    'may be of the type %s',
    async (typ) => expect(await present({ header: { typ } })).toBe(200),
  )

  it('is accepted once, of many parallel presentations', async () => {
    const assertion = await sign()
    const answers = await Promise.all(Array.from({ length: callersAtOnce(100) }, () => ask(assertion)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await services.db.selectFrom('refresh_families').select('id').execute()).toHaveLength(1)
  })

  it('is accepted once by three instances together', async () => {
    const { dataDir: DATA_DIR } = services.env
    const instances = [services, await openTestServices({ DATA_DIR }), await openTestServices({ DATA_DIR })]
    const assertion = readAssertion(await sign())
    const work = Array.from({ length: 30 }, (_, n) => verifyAssertion(instances[n % 3] ?? services, assertion))
    const outcomes = await Promise.allSettled(work)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('an assertion is refused', () => {
  const inSeconds = (ms: number) => Math.floor((services.clock.now() + ms) / secondMs)

  it.each([
    ['the token endpoint', `${testBaseUrl}/auth/v1/token`],
    ['a slash at the end', `${testBaseUrl}/`],
    ['another server', 'https://other.example'],
    ['other letters', testBaseUrl.toUpperCase()],
    ['two audiences', [testBaseUrl, 'https://other.example']],
    ['twice the issuer', [testBaseUrl, testBaseUrl]],
    ['none', undefined],
    ['an empty list', []],
  ])('for %s', async (_, aud) => expect(await present({ claims: { aud } })).toBe(401))

  it('unless the issuer is its only audience, alone or in a list', async () => {
    expect(await present({ claims: { aud: [testBaseUrl] } })).toBe(200)
  })

  it.each([
    ['no expiry', { exp: undefined }],
    ['an expiry that is a text', { exp: '4102444800' }],
    ['no jti', { jti: undefined }],
    ['an empty jti', { jti: '' }],
    ['a jti that is too long', { jti: 'x'.repeat(129) }],
    ['another issuer', { iss: 'lkid_other' }],
    ['no issuer', { iss: undefined }],
    ['another key as its subject', { sub: 'lkid_other' }],
    ['no subject', { sub: undefined }],
    ['a subject that is no text', { sub: 1 }],
  ])('with %s', async (_, claims) => expect(await present({ claims })).toBe(401))

  it('once it has expired, and if it lives for more than five minutes, with half a minute for clocks', async () => {
    const at = (ms: number) => present({ claims: { exp: inSeconds(ms) } })
    expect([await at(-30 * secondMs), await at(-29 * secondMs)]).toEqual([401, 200])
    expect([await at(5.5 * minuteMs), await at(5.5 * minuteMs + secondMs)]).toEqual([200, 401])
  })

  it.each(['iat', 'nbf'])('if its %s is more than half a minute ahead', async (name) => {
    expect(await present({ claims: { [name]: inSeconds(30 * secondMs) } })).toBe(200)
    expect(await present({ claims: { [name]: inSeconds(31 * secondMs) } })).toBe(401)
  })

  it.each(['nbf', 'iat'])('if its %s is a text', async (name) => {
    expect(await present({ claims: { [name]: String(inSeconds(secondMs)) } })).toBe(401)
  })

  it.each(['at+jwt', 'dpop+jwt', 'logout+jwt', ''])('of the type %j', async (typ) => {
    expect(await present({ header: { typ } })).toBe(401)
  })

  it('that a foreign key signed, also if it is embedded or named', async () => {
    const thief = await makeSigner()
    for (const header of [{}, { jwk: thief.publicJwk }, { jku: 'https://evil.example' }, { kid: 'x' }]) {
      expect(await present({ by: thief, header })).toBe(401)
    }
  })

  it('without a signature, and by HMAC with the public key', async () => {
    const [, payload] = (await sign()).split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const secret = new TextEncoder().encode(JSON.stringify(signer.publicJwk))
    const hmac = await new SignJWT({ iss: keyId, sub: keyId, aud: testBaseUrl, exp: inSeconds(minuteMs), jti: 'a' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret)
    for (const assertion of [none, hmac, 'x', 'a.b.c', `${'a'.repeat(4_097)}.b.c`]) {
      expect(await ask(assertion)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    }
  })

  it.each(['malformed', 'by another key'])('too often, if it is %s', async (kind) => {
    const thief = await makeSigner()
    const guess = async () => (await ask(kind === 'malformed' ? 'x' : await sign({ by: thief }))).status
    for (let n = 0; n < 20; n++) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
  })

  it('in each of its mutations: every letter in and before every place', { timeout: 120_000 }, async () => {
    const mutations = mutationsOf(await sign())
    expect(mutations.size).toBeGreaterThan(20_000)
    // Tens of thousands: sampled twice.
    const credentials = sampled(sampled(mutations)).map((assertion) => readAssertion(assertion))
    const accepted: string[] = []
    for (const credential of credentials) {
      const outcome = await verifyAssertion(services, credential).catch((error) => error.code)
      if (outcome !== 'invalid_client') accepted.push(credential.assertion)
    }
    expect(accepted).toEqual([])
  })

  it('alike for every cause, to the byte', async () => {
    const refused = [
      await ask(await sign({ claims: { aud: 'https://other.example' } })),
      await ask(await sign({ claims: { exp: 1 } })),
      await ask(await sign({ by: await makeSigner() })),
      await ask(await sign({ claims: { iss: 'lkid_unknown', sub: 'lkid_unknown' } })),
      await ask('x'),
      {
        status: 401,
        body: await (await postToken({ grantType: 'client_credentials', clientId: keyId, clientSecret: 'x' })).json(),
      },
    ]
    expect(new Set(refused.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it('beside another way to authenticate, and with another type or client ID', async () => {
    const more = [
      { clientSecret: 'x' },
      { clientAssertionType: 'x' },
      { clientAssertionType: '' },
      { clientId: 'lkid_other' },
      { clientAssertion: '' },
    ]
    for (const changed of more) expect((await ask(await sign(), changed)).status).toBe(400)
    const headers = basic(keyId, 'x')
    expect((await postToken(fields(await sign()), { headers })).status).toBe(400)
  })
})

describe('the key of an assertion', () => {
  it('is refused as one with a secret is: disabled, of a deactivated owner, from outside its networks', async () => {
    const elsewhere = await register(await makeSigner(), { networks: ['203.0.113.0/24'], allowSameName: true })
    const before = keyId
    keyId = elsewhere
    expect(await present()).toBe(401)
    keyId = before
    await disableApiKey(services, root, keyId)
    expect(await present()).toBe(401)
    keyId = await register(signer, { allowSameName: true })
    await deactivateUser(services, root, ownerId)
    expect(await present()).toBe(401)
  })

  it('has no secret', async () => {
    const { secrets } = await readKeySecrets(services, root, keyId)
    expect(secrets).toMatchObject([{ state: 'current', thumbprint: expect.stringMatching(/^[\w-]{43}$/) }])
    const { secret } = await makeTestKey(services)
    expect((await postToken({ grantType: 'client_credentials', clientId: keyId, clientSecret: secret })).status).toBe(
      401,
    )
    const stored = services.db.selectFrom('key_secrets').select('public_jwk').where('key_id', '=', keyId)
    expect(JSON.parse((await stored.executeTakeFirstOrThrow()).public_jwk ?? '')).toEqual(signer.publicJwk)
  })

  it('needs no master secret, which nobody misses', async () => {
    await postToken({
      grantType: 'client_credentials',
      clientId: keyId,
      clientSecret: (await makeTestKey(services)).secret,
    })
    expect(services.refusals.take().map(({ reason }) => reason)).toEqual(['secret_wrong'])
    const sealed = await countSealedRows(services.db, services.env.portalLifetimes)
    expect(sealed.map(({ masterId }) => masterId)).toEqual([services.keys.current.id])
  })

  it('rotates: the first assertion of the next one makes it current, once, and the former one retires', async () => {
    const next = await makeSigner('Ed25519')
    await rotatePublicKey(services, root, { keyId, publicJwk: next.publicJwk, retireAfter: '1h' })
    expect(await statesOf()).toEqual(['pending', 'current'])
    expect(await present()).toBe(200)
    const first = await Promise.all(Array.from({ length: 20 }, () => present({ by: next })))
    expect(new Set(first)).toEqual(new Set([200]))
    const activated = services.db.selectFrom('audit_events').select('id').where('kind', '=', 'api_key.secret_activated')
    expect(await activated.execute()).toHaveLength(1)
    expect([await statesOf(), await present()]).toEqual([['current', 'retiring'], 200])
    await rehearseRetirement(services, root, { keyId, minutes: 1 })
    expect([await present(), await present({ by: next })]).toEqual([401, 200])
    services.clock.advance(hourMs)
    expect([await present(), await present({ by: next })]).toEqual([401, 200])
  })

  it('ends at once if its private half leaked', async () => {
    const next = await makeSigner()
    await rotatePublicKey(services, root, { keyId, publicJwk: next.publicJwk, leaked: true })
    expect([await present(), await present({ by: next })]).toEqual([401, 200])
  })

  it('can’t be added twice, nor be private, nor weak, nor malformed', async () => {
    const add = (publicJwk: unknown) => rotatePublicKey(services, root, { keyId, publicJwk })
    await expect(add(signer.publicJwk)).rejects.toMatchObject({ code: 'conflict' })
    const privateJwk = await exportJWK(signer.privateKey)
    await expect(add(privateJwk)).rejects.toMatchObject({ fields: { publicJwk: 'private_key' } })
    await expect(add({ kty: 'oct', k: 'AAAA' })).rejects.toMatchObject({ fields: { publicJwk: 'private_key' } })
    const { publicKey } = await generateKeyPair('RS256', { modulusLength: 2_048 })
    const { n = '', e } = await exportJWK(publicKey)
    for (const jwk of [
      null,
      'x',
      [],
      {},
      { kty: 'EC', crv: 'P-256' },
      { kty: 'EC', crv: 'secp256k1', x: 'AA', y: 'AA' },
      { kty: 'RSA', n: n.slice(0, 171), e },
      { ...signer.publicJwk, x: 'AAAA' },
      { ...signer.publicJwk, y: signer.publicJwk.x },
    ]) {
      await expect(add(jwk)).rejects.toMatchObject({ fields: { publicJwk: 'malformed' } })
    }
    expect(await statesOf()).toEqual(['current'])
  })

  it('can be registered and rotated by a program', async () => {
    const caller = await makeApiCaller(services, ['keys:read', 'keys:write'])
    const { publicJwk } = await makeSigner()
    const { status, body } = await caller.call('POST', '/keys', { body: { name: 'Shop', ownerId, publicJwk } })
    expect([status, body.secret, body.name]).toEqual([201, undefined, 'Shop'])
    keyId = body.id
    const rotated = await caller.call('POST', `/keys/${keyId}/secrets`, { body: { publicJwk: signer.publicJwk } })
    expect([rotated.status, rotated.body.secret]).toEqual([201, undefined])
    expect(await present()).toBe(200)
    const { items } = (await caller.call('GET', `/keys/${keyId}/secrets`)).body
    expect(items.map(({ thumbprint }: { thumbprint: string }) => typeof thumbprint)).toEqual(['string', 'string'])
  })
})

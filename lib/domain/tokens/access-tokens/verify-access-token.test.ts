import { createHmac, generateKeyPairSync, KeyObject } from 'node:crypto'
import { CompactSign, decodeJwt, decodeProtectedHeader, exportJWK, importJWK, type JWK } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { validityError } from '#lib/domain/tokens/access-tokens/access-token.ts'
import { issueAccessToken } from '#lib/domain/tokens/access-tokens/issue-access-token.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { hasHighS } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import { maxVerifiedTokens, verifyAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { mutationsOf } from '#lib/testing/mutations.ts'
import { sampled } from '#lib/testing/sampling.ts'
import { onlyOn, openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'

const subject = { userId: 'usr_1', keyId: 'lkid_1', familyId: 'fam_1', scope: 'sso' }
const issuedAt = testStart / 1_000

let services: TestServices
let token: string
beforeEach(async () => {
  services = await openTestServices()
  token = (await issueAccessToken(services, { ...subject, issuedAt: testStart })).accessToken
})

afterEach(() => void vi.restoreAllMocks())

async function verdict(text: string): Promise<string> {
  try {
    const verified = await verifyAccessToken(services, text)
    return validityError(verified, services.clock.now()) ? 'invalid_token' : 'accepted'
  } catch (error) {
    return isRefusal(error) ? error.code : String(error)
  }
}

/** A token that only the real signing key could have made. What is undefined is left out. */
async function sign(claims: object, header: object = {}): Promise<string> {
  const { signing } = await currentKeyRing(services)
  const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader(withoutUndefined({ alg: signing.alg, typ: 'at+jwt', kid: signing.id, ...header }))
    .sign(signing.key, { crit: { 'x-own': true } })
  // Half of all signatures have a high s, which is refused by itself.
  return hasHighS(token) ? sign(claims, header) : token
}

function withoutUndefined(header: object) {
  return JSON.parse(JSON.stringify(header))
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function withHeader(changes: Record<string, unknown>): string {
  const [, payload, signature] = token.split('.')
  return [encode({ ...decodeProtectedHeader(token), ...changes }), payload, signature].join('.')
}

describe('an access token', () => {
  it('has the user, key, family and scope that it was issued for', async () => {
    expect(await verifyAccessToken(services, token)).toEqual({
      ...subject,
      issuedAt: testStart,
      expiresAt: testStart + 36_000_000,
      scope: 'sso',
      tokenId: expect.stringMatching(/^tok_[0-9A-Za-z]{20}$/),
    })
  })

  it('is valid until the second at which it expires, without leeway', async () => {
    services.clock.advance(36_000_000 - 1)
    expect(await verdict(token)).toBe('accepted')
    services.clock.advance(1)
    expect(await verdict(token)).toBe('invalid_token')
  })

  it.each<[string, object]>([
    ['iss is another', { iss: `${testBaseUrl}/` }],
    ['iss is missing', { iss: undefined }],
    ['aud is another', { aud: `${testBaseUrl}.` }],
    ['aud is a list', { aud: [testBaseUrl, 'https://elsewhere.example'] }],
    ['aud is missing', { aud: undefined }],
    ['sub is empty', { sub: '' }],
    ['sub is missing', { sub: undefined }],
    ['client_id is missing', { client_id: undefined }],
    ['client_id is a number', { client_id: 1 }],
    ['sid is missing', { sid: undefined }],
    ['jti is missing', { jti: undefined }],
    ['scope is missing', { scope: undefined }],
    ['scope is a list', { scope: ['sso'] }],
    ['exp is now', { exp: issuedAt }],
    ['exp is missing', { exp: undefined }],
    ['exp is a fraction', { exp: issuedAt + 0.5 }],
    ['iat is in a second', { iat: issuedAt + 1 }],
    ['iat is missing', { iat: undefined }],
    ['iat is longer ago than any life', { iat: issuedAt - 86_401 }],
    ['nbf is in a second', { nbf: issuedAt + 1 }],
  ])('is refused when %s', async (_, changes) => {
    const claims = decodeJwt(token)
    expect(await verdict(await sign(claims))).toBe('accepted')
    expect(await verdict(await sign({ ...claims, ...changes }))).toBe('invalid_token')
  })

  it.each([
    { typ: 'JWT' },
    { typ: undefined },
    { typ: 'logout+jwt' },
    { kid: undefined },
    { kid: 'another' },
    { crit: ['x-own'], 'x-own': 1 },
  ])('is refused with the header %j, even if signed by our key', async (header) => {
    expect(await verdict(await sign(decodeJwt(token), header))).toBe('invalid_token')
  })
})

describe('a token that was verified before', () => {
  const countSignatures = () => vi.spyOn(crypto.subtle, 'verify')

  it('is not verified again unless it was evicted', async () => {
    const signatures = countSignatures()
    for (let time = 0; time < 3; time++) expect(await verdict(token)).toBe('accepted')
    expect(signatures).toHaveBeenCalledTimes(1)
    const issue = () => issueAccessToken(services, { ...subject, issuedAt: testStart })
    const others = await Promise.all(Array.from({ length: maxVerifiedTokens }, issue))
    const [last, ...known] = others.map(({ accessToken }) => accessToken)
    for (const other of known) await verifyAccessToken(services, other)
    expect(await verdict(token)).toBe('accepted')
    expect(signatures).toHaveBeenCalledTimes(maxVerifiedTokens)
    for (const other of [...known, last ?? '']) await verifyAccessToken(services, other)
    expect(await verdict(token)).toBe('accepted')
    expect(signatures).toHaveBeenCalledTimes(maxVerifiedTokens + 2)
  })

  it('is refused after its key was removed', async () => {
    expect(await verdict(token)).toBe('accepted')
    await services.db.deleteFrom('signing_keys').execute()
    services.clock.advance(1_000)
    expect(await verdict(token)).toBe('invalid_token')
  })

  it('validates no other token: neither a longer one nor one with another payload', async () => {
    expect(await verdict(token)).toBe('accepted')
    const [header, payload, signature] = token.split('.')
    const other = encode({ ...decodeJwt(token), sub: 'usr_2' })
    expect(await verdict(`${token}=`)).toBe('invalid_token')
    expect(await verdict([header, other, signature].join('.'))).toBe('invalid_token')
    expect(await verdict([header, payload, ''].join('.'))).toBe('invalid_token')
  })
})

describe('a forged access token is refused', () => {
  it.each(['none', 'None', 'NONE', 'nOnE', ''])('with the algorithm %j', async (alg) => {
    const [, payload] = token.split('.')
    for (const signature of ['', token.split('.')[2]]) {
      const header = encode({ ...decodeProtectedHeader(token), alg })
      expect(await verdict(`${header}.${payload}.${signature}`)).toBe('invalid_token')
    }
  })

  it('with an HMAC under any spelling of the public key', async () => {
    const { publicJwks, signing } = await currentKeyRing(services)
    const publicJwk = publicJwks.find((jwk) => jwk.kid === signing.id)
    if (!publicJwk) throw new Error('not published')
    const publicKey = (await importPublic(publicJwk)).export({ type: 'spki', format: 'pem' })
    const input = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: signing.id })}.${token.split('.')[1]}`
    for (const secret of [publicKey, JSON.stringify(publicJwk), String(publicJwk.x)]) {
      const mac = createHmac('sha256', secret).update(input).digest('base64url')
      expect(await verdict(`${input}.${mac}`)).toBe('invalid_token')
    }
  })

  it('with a key that its header contains or refers to', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = await exportJWK(publicKey)
    const ours = decodeProtectedHeader(token)
    const headers = [
      { jwk },
      { jwk, kid: undefined },
      { jku: 'https://evil.example/jwks.json' },
      { x5u: 'https://evil.example/cert.pem' },
      { x5c: ['MIIB'] },
      { kid: 'evil' },
      { kid: '../../etc/passwd' },
      { kid: '__proto__' },
      {},
    ]
    for (const header of headers) {
      const forged = await new CompactSign(Buffer.from(token.split('.')[1] ?? '', 'base64url'))
        .setProtectedHeader(withoutUndefined({ ...ours, alg: 'ES256', ...header }))
        .sign(privateKey)
      expect(await verdict(forged)).toBe('invalid_token')
    }
  })

  it.each([
    { alg: 'RS256' },
    { alg: 'EdDSA' },
    { alg: 'ES384' },
    { alg: 'PS256' },
    { alg: ['ES256'] },
    { jku: 'https://evil.example' },
    { b64: false, crit: ['b64'] },
    { crit: [] },
  ])('with the header changed to %j', async (changes) => {
    expect(await verdict(withHeader(changes))).toBe('invalid_token')
  })

  it.each(['', '.', '..', '...', 'a.b.c', 'x', 'null', '{}', 'eyJ9.eyJ9.', 'ü.ü.ü'])('that is %j', async (text) => {
    expect(await verdict(text)).toBe('invalid_token')
  })

  it('that is longer than any of ours', async () => {
    const long = verifyAccessToken(services, `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(2_048)}`)
    await expect(long).rejects.toMatchObject({ code: 'invalid_token', detail: 'it is longer than any of ours' })
  })

  // No mutation gets as far as the database: once is enough.
  const once = { ...onlyOn('sqlite'), timeout: 120_000 }
  it('in each of its mutations: every letter in and before every place', once, async () => {
    const mutations = mutationsOf(token)
    expect(mutations.size).toBeGreaterThan(50_000)
    const accepted: string[] = []
    // Tens of thousands: sampled twice.
    for (const mutation of sampled(sampled(mutations)))
      if ((await verdict(mutation)) !== 'invalid_token') accepted.push(mutation)
    expect(accepted).toEqual([])
  })
})

async function importPublic(jwk: JWK): Promise<KeyObject> {
  const key = await importJWK(jwk, 'ES256', { extractable: true })
  if (key instanceof Uint8Array) throw new Error('not a public key')
  return KeyObject.from(key)
}

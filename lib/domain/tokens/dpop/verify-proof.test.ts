import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { currentNonce } from '#lib/domain/tokens/dpop/nonce.ts'
import { verifyProof } from '#lib/domain/tokens/dpop/verify-proof.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { clientAlgorithms } from '#lib/kernel/client-algorithms.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { mutationsOf } from '#lib/testing/mutations.ts'
import { sampled } from '#lib/testing/sampling.ts'
import { testStart } from '#lib/testing/test-services.ts'

const keys = deriveServerKeys(['a master secret of 32 characters and more'])
const now = testStart
const url = 'https://login.example.com/auth/v1/sso'
const accessToken = 'eyJhbGciOi.J9.x'
const ath = Buffer.from(sha256(accessToken), 'hex').toString('base64url')

type Client = GenerateKeyPairResult & { publicJwk: JWK; alg: string }
let client: Client
let other: Client
beforeAll(async () => {
  client = await makeClient('ES256')
  other = await makeClient('ES256')
})

async function makeClient(alg: string): Promise<Client> {
  const pair = await generateKeyPair(alg, { extractable: true })
  return { ...pair, publicJwk: await exportJWK(pair.publicKey), alg }
}

type Changes = Readonly<{ header?: object; claims?: object; by?: Client }>

async function makeProof({ header, claims, by = client }: Changes = {}): Promise<string> {
  const goodClaims = { jti: randomToken(), htm: 'POST', htu: url, iat: now / secondMs, nonce: currentNonce(keys, now) }
  return new SignJWT({ ...goodClaims, ath, ...claims })
    .setProtectedHeader({ alg: by.alg, typ: 'dpop+jwt', jwk: by.publicJwk, ...header })
    .sign(by.privateKey)
}

const verify = async (proof: string, request = {}, at = now) =>
  verifyProof(proof, { method: 'POST', url, accessToken, ...request }, { keys, now: at })

describe('a proof', () => {
  it.each(clientAlgorithms)('by %s is accepted, and names its key by the thumbprint', async (alg) => {
    const by = await makeClient(alg)
    const verified = await verify(await makeProof({ by }))
    expect(verified).toEqual({
      jkt: await calculateJwkThumbprint(by.publicJwk),
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it.each([
    { exp: now / secondMs - 29, nbf: now / secondMs + 30 },
    { exp: now / secondMs + 60, nbf: now / secondMs - 60 },
  ])('is accepted between nbf and exp, give or take 30 seconds: %j', async (claims) => {
    expect(await verify(await makeProof({ claims }))).toMatchObject({ id: expect.any(String) })
  })

  it('by an RSA key with a small exponent is refused, although its signature is right', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent: 3 })
    const jwk = publicKey.export({ format: 'jwk' })
    const claims = { jti: 'one', htm: 'POST', htu: url, iat: now / secondMs, nonce: currentNonce(keys, now), ath }
    const proof = new SignJWT(claims).setProtectedHeader({ alg: 'PS256', typ: 'dpop+jwt', jwk })
    expect(await verify(await proof.sign(privateKey))).toBe('malformed')
  })

  it('is named by its key and its jti', async () => {
    const idOf = async (changes: Changes) => {
      const verified = await verify(await makeProof(changes))
      return typeof verified === 'string' ? verified : verified.id
    }
    const same = { claims: { jti: 'one' } }
    expect(await idOf(same)).toBe(await idOf(same))
    expect(await idOf({ ...same, by: other })).not.toBe(await idOf(same))
    expect(await idOf({ claims: { jti: 'two' } })).not.toBe(await idOf(same))
  })

  it('needs no ath without an access token', async () => {
    const proof = await makeProof({ claims: { ath: undefined } })
    expect(await verify(proof, { accessToken: undefined })).toMatchObject({ id: expect.any(String) })
    expect(await verify(proof)).toBe('token')
  })

  it.each([
    'https://LOGIN.example.com:443/auth/v1/sso',
    `${url}?a=b`,
    `${url}#a`,
    'https://login.example.com/auth/./v1/sso',
  ])('for %s is for the same URL', async (htu) =>
    expect(await verify(await makeProof({ claims: { htu } }))).toMatchObject({ id: expect.any(String) }),
  )

  it.each([
    ['another method', { htm: 'GET' }, 'request'],
    ['a method in small letters', { htm: 'post' }, 'request'],
    ['no method', { htm: undefined }, 'malformed'],
    ['another host', { htu: 'https://evil.example/auth/v1/sso' }, 'request'],
    ['another scheme', { htu: 'http://login.example.com/auth/v1/sso' }, 'request'],
    ['another port', { htu: 'https://login.example.com:8443/auth/v1/sso' }, 'request'],
    ['another path', { htu: 'https://login.example.com/auth/v1/token' }, 'request'],
    ['a slash at the end', { htu: `${url}/` }, 'request'],
    ['no absolute URL', { htu: '/auth/v1/sso' }, 'request'],
    ['no URL', { htu: undefined }, 'malformed'],
    ['the hash of another token', { ath: hashOf('other') }, 'token'],
    ['the token instead of its hash', { ath: accessToken }, 'token'],
    ['no jti', { jti: undefined }, 'malformed'],
    ['an empty jti', { jti: '' }, 'malformed'],
    ['a jti that is too long', { jti: 'x'.repeat(129) }, 'malformed'],
    ['a number as jti', { jti: 1 }, 'malformed'],
    ['no iat', { iat: undefined }, 'malformed'],
    ['an iat of five minutes and a second ago', { iat: (now - 5 * minuteMs) / secondMs - 1 }, 'instant'],
    ['an iat in more than five minutes', { iat: (now + 5 * minuteMs) / secondMs + 1 }, 'instant'],
    ['an exp of 30 seconds ago', { exp: now / secondMs - 30 }, 'instant'],
    ['an exp of long ago', { exp: 1 }, 'instant'],
    ['an nbf in more than 30 seconds', { nbf: now / secondMs + 31 }, 'instant'],
    ['an nbf in milliseconds', { nbf: now }, 'instant'],
    ['a text as exp', { exp: 'later' }, 'malformed'],
    ['a text as nbf', { nbf: 'now' }, 'malformed'],
    ['no nonce', { nonce: undefined }, 'nonce'],
    ['a made-up nonce', { nonce: randomToken().slice(0, 22) }, 'nonce'],
    ['an empty nonce', { nonce: '' }, 'nonce'],
  ])('with %s is refused', async (_, claims, problem) => {
    expect(await verify(await makeProof({ claims }))).toBe(problem)
  })

  it('with an old nonce is refused, and with one of the last minutes accepted', async () => {
    const claims = { nonce: currentNonce(keys, now) }
    const accepted = async (laterMs: number) => {
      const iat = (now + laterMs) / secondMs
      return typeof (await verify(await makeProof({ claims: { ...claims, iat } }), {}, now + laterMs)) !== 'string'
    }
    expect([await accepted(2 * minuteMs), await accepted(4 * minuteMs), await accepted(-4 * minuteMs)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('with a nonce of the former master secret is accepted while that is configured', async () => {
    const proof = await makeProof()
    const rotated = deriveServerKeys([
      'another master secret of 32 characters',
      'a master secret of 32 characters and more',
    ])
    const last = deriveServerKeys(['another master secret of 32 characters'])
    const under = (set: typeof keys) => verifyProof(proof, { method: 'POST', url, accessToken }, { keys: set, now })
    expect(await under(rotated)).toMatchObject({ id: expect.any(String) })
    expect(await under(last)).toBe('nonce')
  })
})

describe('the key of a proof', () => {
  it('must be the one that signed it', async () => {
    expect(await verify(await makeProof({ header: { jwk: other.publicJwk } }))).toBe('signature')
  })

  it('must be in it, public and asymmetric', async () => {
    const privateJwk = await exportJWK(client.privateKey)
    for (const jwk of [undefined, null, 'x', {}, privateJwk, { kty: 'oct', k: 'AAAA' }, { kty: 'EC' }]) {
      expect(await verify(await makeProof({ header: { jwk } }))).toBe('malformed')
    }
  })

  it('is not named by another header', async () => {
    for (const header of [
      { jwk: undefined, kid: 'x' },
      { jwk: undefined, jku: 'https://evil.example' },
      { crit: ['x'], x: 1 },
    ]) {
      expect(await verify(await makeProof({ header }).catch(() => 'a.b.c'))).toBe('malformed')
    }
  })
})

describe('the form of a proof', () => {
  it.each(['JWT', 'at+jwt', undefined])('with typ %j is refused', async (typ) => {
    expect(await verify(await makeProof({ header: { typ } }))).toBe('malformed')
  })

  it('is a signed JWT', async () => {
    const none = `${toBase64url({ alg: 'none', typ: 'dpop+jwt', jwk: client.publicJwk })}.${toBase64url({ htm: 'POST' })}.`
    const good = await makeProof()
    for (const text of [
      '',
      'x',
      none,
      `${good} ${good}`,
      `${good}, ${good}`,
      'a.b.c',
      good.slice(0, -10),
      `${'a'.repeat(4_097)}.b.c`,
    ]) {
      expect(['malformed', 'signature']).toContain(await verify(text))
    }
  })

  it('is refused in each of its mutations: every letter in and before every place', { timeout: 120_000 }, async () => {
    const mutations = mutationsOf(await makeProof())
    expect(mutations.size).toBeGreaterThan(20_000)
    const accepted: string[] = []
    // Tens of thousands: sampled twice.
    for (const mutation of sampled(sampled(mutations))) {
      if (typeof (await verify(mutation)) !== 'string') accepted.push(mutation)
    }
    expect(accepted).toEqual([])
  })

  it('by HMAC with the public key as its secret is refused', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(client.publicJwk))
    const proof = await new SignJWT({ jti: 'a', htm: 'POST', htu: url, iat: now / secondMs, ath })
      .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: client.publicJwk })
      .sign(secret)
    expect(await verify(proof)).toBe('malformed')
  })
})

function hashOf(text: string): string {
  return Buffer.from(sha256(text), 'hex').toString('base64url')
}

function toBase64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

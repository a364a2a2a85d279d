import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { createLocalJWKSet, type JWK, jwtVerify, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { issueAccessToken } from '#lib/domain/tokens/access-tokens/issue-access-token.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { hasHighS } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import { type SigningAlgorithm, signingAlgorithms } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { verifyAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import { issueAccountAssertion } from '#lib/domain/tokens/account-assertions/issue-account-assertion.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'

const issue = { userId: 'usr_1', keyId: 'lkid_1', familyId: 'fam_1', scope: 'sso', issuedAt: testStart }
const session = { userId: 'usr_1', accountId: 'acme', locale: 'de-at', readAt: testStart }
const order = 115792089210356248762697446949407573529996955224135760342422259061068512044369n

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const readS = (token: string) => BigInt(`0x${Buffer.from(token.split('.')[2] ?? '', 'base64url').toString('hex', 32)}`)

/** The other signature of the same token. */
function withOtherS(token: string): string {
  const [header, payload, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes.write((order - readS(token)).toString(16).padStart(64, '0'), 32, 'hex')
  return [header, payload, bytes.toString('base64url')].join('.')
}

async function issueToken(): Promise<string> {
  return (await issueAccessToken(services, issue)).accessToken
}

/** As versions before signed: any s, and no prefix in `jti`. */
async function issueFormerToken(): Promise<string> {
  const { signing } = await currentKeyRing(services)
  return new SignJWT({ client_id: 'lkid_1', scope: 'sso', sid: 'fam_1' })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: signing.id })
    .setIssuer(testBaseUrl)
    .setAudience(testBaseUrl)
    .setSubject('usr_1')
    .setIssuedAt(testStart / 1_000)
    .setExpirationTime(testStart / 1_000 + 36_000)
    .setJti('7dW2kQ9sYb4nVcR1xTz8mL')
    .sign(signing.key)
}

async function expectVerifies(token: string): Promise<void> {
  const { publicJwks } = await currentKeyRing(services)
  const keys: JWK[] = [...publicJwks]
  await jwtVerify(token, createLocalJWKSet({ keys }), { currentDate: new Date(testStart) })
  const [header = '', payload, signature = ''] = token.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const key = createPublicKey({ key: keys.find((jwk) => jwk.kid === kid) as JsonWebKey, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  const bytes = Buffer.from(signature, 'base64url')
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true)
}

describe('an ES256 signature', () => {
  it('has a low s in every access token and assertion, and verifies', async () => {
    const tokens = [
      ...(await Promise.all(Array.from({ length: 100 }, issueToken))),
      ...(await Promise.all(Array.from({ length: 100 }, () => issueAccountAssertion(services, session)))),
    ]
    for (const token of tokens) {
      expect(readS(token)).toBeLessThanOrEqual(order / 2n)
      await expectVerifies(token)
    }
  })

  it('with a high s verifies with jose and is refused by us', async () => {
    const token = await issueToken()
    const other = withOtherS(token)
    await expectVerifies(other)
    expect(hasHighS(other)).toBe(true)
    for (let i = 0; i < 2; i++) {
      await expect(verifyAccessToken(services, other)).rejects.toMatchObject({
        code: 'invalid_token',
        detail: 'its signature has a high s',
      })
      expect(await verifyAccessToken(services, token)).toMatchObject({ keyId: 'lkid_1' })
    }
  })

  it('of an earlier version is accepted with either s', async () => {
    const tokens = await Promise.all(Array.from({ length: 30 }, issueFormerToken))
    expect(new Set(tokens.map(hasHighS))).toEqual(new Set([true, false]))
    for (const token of tokens) expect(await verifyAccessToken(services, token)).toMatchObject({ keyId: 'lkid_1' })
  })

  it.each([
    [order / 2n, false],
    [order / 2n + 1n, true],
    [1n, false],
    [order - 1n, true],
  ])('with s = %s is high: %s', (s, isHigh) => {
    const signature = Buffer.from('11'.repeat(32) + s.toString(16).padStart(64, '0'), 'hex')
    expect(hasHighS(`a.b.${signature.toString('base64url')}`)).toBe(isHigh)
  })
})

it.each(signingAlgorithms.filter((alg): alg is Exclude<SigningAlgorithm, 'ES256'> => alg !== 'ES256'))(
  'a token signed with %s is verified as before',
  async (alg) => {
    await rotateSigningKey(services, root, { now: true, alg })
    for (let i = 0; i < 4; i++) {
      expect(await verifyAccessToken(services, await issueToken())).toMatchObject({ keyId: 'lkid_1' })
    }
  },
)

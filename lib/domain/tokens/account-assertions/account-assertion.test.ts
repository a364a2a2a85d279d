import { createLocalJWKSet, type JWTVerifyOptions, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { issueAccessToken } from '#lib/domain/tokens/access-tokens/issue-access-token.ts'
import { verifyAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import { issueAccountAssertion } from '#lib/domain/tokens/account-assertions/issue-account-assertion.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { postGrant } from '#lib/testing/test-grants.ts'
import { issueTestTokens, makeTestKey, refusalBody } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { jwksEndpoint } from '#lib/web/endpoints/jwks.ts'

let services: TestServices
let assertion: string
beforeEach(async () => {
  services = await openTestServices()
  assertion = await issueAccountAssertion(services, {
    userId: 'usr_1',
    accountId: 'acme',
    locale: 'de-at',
    readAt: testStart,
  })
})

/** What docs/forward-auth.md tells an application to hold an assertion against. */
const documented: JWTVerifyOptions = {
  typ: 'latchkey-assertion+jwt',
  issuer: testBaseUrl,
  audience: `${testBaseUrl}/accounts/acme`,
  requiredClaims: ['sub', 'account_id', 'locale', 'exp', 'iat', 'jti'],
}

async function verify(token: string, changes: JWTVerifyOptions = {}) {
  const jwks = await callEndpoint(jwksEndpoint, new Request(`${testBaseUrl}/.well-known/jwks.json`))
  const keySet = createLocalJWKSet(await jwks.json())
  const currentDate = new Date(services.clock.now())
  return (await jwtVerify(token, keySet, { ...documented, currentDate, ...changes })).payload
}

describe('an assertion', () => {
  it('is verified with the published keys', async () => {
    expect(await verify(assertion)).toMatchObject({ sub: 'usr_1', account_id: 'acme', locale: 'de-at' })
  })

  it('is valid for a minute', async () => {
    services.clock.advance(59_999)
    expect(await verify(assertion)).toMatchObject({ sub: 'usr_1' })
    services.clock.advance(1)
    await expect(verify(assertion)).rejects.toThrow('"exp" claim timestamp check failed')
  })

  it('is for one account only', async () => {
    await expect(verify(assertion, { audience: `${testBaseUrl}/accounts/beta` })).rejects.toThrow('unexpected "aud"')
  })

  it('is never an access token', async () => {
    await expect(verifyAccessToken(services, assertion)).rejects.toThrow('unexpected "typ" JWT header value')
    const response = await postGrant(assertion, { accountId: 'acme' })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(await response.text()).toBe(refusalBody('invalid_token', 'The access token is not valid.'))
  })
})

describe('an access token', () => {
  it('is never an assertion, by its type and by its audience', async () => {
    const { accessToken } = await issueTestTokens(await makeTestKey(services))
    await expect(verify(accessToken)).rejects.toThrow('unexpected "typ" JWT header value')
    await expect(verify(accessToken, { typ: 'at+jwt', requiredClaims: [] })).rejects.toThrow(
      'unexpected "aud" claim value',
    )
  })

  it('could not be one if its audience were an account’s', async () => {
    const subject = { userId: 'usr_1', keyId: 'lkid_1', familyId: 'fam_1', scope: 'sso', issuedAt: testStart }
    const elsewhere = { ...services, env: { ...services.env, baseUrl: `${testBaseUrl}/accounts/acme` } }
    const { accessToken } = await issueAccessToken(elsewhere, subject)
    await expect(verify(accessToken)).rejects.toThrow('unexpected "typ" JWT header value')
  })
})

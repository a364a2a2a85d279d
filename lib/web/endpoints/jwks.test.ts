import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { jwksAnswer } from '#lib/domain/tokens/access-tokens/jwks-schema.ts'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { root } from '#lib/testing/people.ts'
import { issueTestTokens, makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { jwksEndpoint } from '#lib/web/endpoints/jwks.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

function ask(method = 'GET'): Promise<Response> {
  const request = new Request(`${testBaseUrl}/.well-known/jwks.json`, { method, headers: { 'X-Request-Id': 'req_1' } })
  return callEndpoint(jwksEndpoint, request)
}

describe('GET /.well-known/jwks.json', () => {
  it('publishes the public parts of the key that signs and of the one that comes next', async () => {
    const response = await ask()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=600',
      'content-type': 'application/json',
      etag: expect.stringMatching(/^"[0-9a-f]{32}-identity"$/),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_1',
    })
    const key = {
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.stringMatching(/^[\w-]{43}$/),
      alg: 'ES256',
      use: 'sig',
    }
    expect(jwksAnswer.parse(await response.json())).toEqual({ keys: [key, key] })
  })

  it('verifies tokens from before and after a rotation', async () => {
    const key = await makeTestKey(services)
    const before = (await issueTestTokens(key)).accessToken
    await rotateSigningKey(services, root, { now: true, alg: 'RS256' })
    const after = (await issueTestTokens(key)).accessToken
    const keySet = createLocalJWKSet(await (await ask()).json())
    for (const token of [before, after]) {
      await jwtVerify(token, keySet, { typ: 'at+jwt', currentDate: new Date(services.clock.now()) })
    }
    expect(decodeProtectedHeader(after).alg).toBe('RS256')
  })

  it('responds to HEAD, and refuses POST', async () => {
    expect((await ask('HEAD')).status).toBe(200)
    const refused = await ask('POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

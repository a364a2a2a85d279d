import { beforeEach, describe, expect, it } from 'vitest'
import { newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { startTestRotation, tryTestSecret } from '#lib/testing/rotations.ts'
import { basic, commonHeaders, makeTestKey, refusalBody, show, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { rotateKeyEndpoint } from '#lib/web/endpoints/rotate-key.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services, { rotatable: true })
})

function rotate(headers: Record<string, string> = basic(key.id, key.secret)): Promise<Response> {
  const request = new Request(`${testBaseUrl}/auth/v1/keys/rotate`, {
    method: 'POST',
    headers: { 'X-Request-Id': 'req_1', ...headers },
  })
  return callEndpoint(rotateKeyEndpoint, request, '192.0.2.1')
}

const challenge = { 'www-authenticate': 'Basic realm="Latchkey", charset="UTF-8"' }
const invalidClient = {
  status: 401,
  headers: { ...commonHeaders, ...challenge },
  body: refusalBody('invalid_client', 'The API key or its secret is not valid.'),
}

describe('POST /auth/v1/keys/rotate, 200', () => {
  it('with the new secret; both work until the former one ends', async () => {
    const response = await rotate()
    const answer = await response.json()
    expect([response.status, Object.fromEntries(response.headers), answer]).toEqual([
      200,
      commonHeaders,
      {
        keyId: key.id,
        secret: expect.stringMatching(/^lksec_[0-9A-Za-z]{49}$/),
        expiresIn: 604_800,
        formerSecretExpiresIn: 86_400,
      },
    ])
    expect([await tryTestSecret(key, answer.secret), await tryTestSecret(key, key.secret)]).toEqual([200, 200])
  })

  it('again after a lost response: the lost secret no longer works', async () => {
    const lost = await (await rotate()).json()
    services.clock.advance(minuteMs)
    const answer = await (await rotate()).json()
    expect([await tryTestSecret(key, lost.secret), await tryTestSecret(key, answer.secret)]).toEqual([401, 200])
  })
})

describe('POST /auth/v1/keys/rotate, 401 invalid_client', () => {
  it.each<[string, () => Record<string, string>]>([
    ['without credentials', () => ({})],
    ['with an access token', () => ({ Authorization: 'Bearer x' })],
    ['with a wrong secret', () => basic(key.id, newKeySecret())],
    ['with an unknown key', () => basic(`lkid_${'x'.repeat(20)}`, key.secret)],
  ])('%s', async (_, headers) => {
    expect(await show(await rotate(headers()))).toEqual(invalidClient)
  })

  it('with the old secret once it is retired', async () => {
    await startTestRotation(services, key, { retireAfter: '0' })
    expect(await show(await rotate())).toEqual(invalidClient)
  })
})

describe('POST /auth/v1/keys/rotate, refused', () => {
  it('with 400 when the header is malformed', async () => {
    expect(await show(await rotate({ Authorization: 'Basic ?' }))).toEqual({
      status: 400,
      headers: commonHeaders,
      body: refusalBody('invalid_request', 'The Authorization header is not HTTP Basic.'),
    })
  })

  it('with 403 when the key was not generated as rotatable', async () => {
    key = await makeTestKey(services)
    expect(await show(await rotate())).toEqual({
      status: 403,
      headers: commonHeaders,
      body: refusalBody('access_denied', 'This API key may not rotate its own secret.'),
    })
  })

  it('with 409 while an old secret works', async () => {
    await startTestRotation(services, key)
    services.clock.advance(minuteMs)
    expect(await show(await rotate())).toEqual({
      status: 409,
      headers: commonHeaders,
      body: refusalBody('conflict', 'The old secret of the API key still works. Retire it first.'),
    })
  })

  it('with 429 after 20 wrong secrets, and within ten seconds of a rotation', async () => {
    expect((await rotate()).status).toBe(200)
    const soon = await rotate()
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '10'])
    for (let i = 0; i < 20; i++) expect((await rotate(basic(key.id, newKeySecret()))).status).toBe(401)
    expect((await rotate(basic(key.id, newKeySecret()))).status).toBe(429)
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { Refusal, type RefusalCode } from '#lib/kernel/errors.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'

const common = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'req_1',
}

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

function ask(method: string): Request {
  return new Request('https://login.example.com/x', { method, headers: { 'X-Request-Id': 'req_1' } })
}

async function show(response: Response) {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

function refuseWith(error: unknown) {
  const endpoint = defineEndpoint({
    POST: async () => {
      throw error
    },
  })
  return callEndpoint(endpoint, ask('POST'))
}

describe('an endpoint', () => {
  const endpoint = defineEndpoint({ POST: async () => jsonResponse({ good: true }) })

  it('responds to its method with the common headers', async () => {
    expect(await show(await callEndpoint(endpoint, ask('POST')))).toEqual({
      status: 200,
      headers: { ...common, 'content-type': 'application/json' },
      body: '{"good":true}',
    })
  })

  it('responds to OPTIONS with the allowed methods', async () => {
    expect(await show(await callEndpoint(endpoint, ask('OPTIONS')))).toEqual({
      status: 204,
      headers: { ...common, allow: 'POST, OPTIONS' },
      body: '',
    })
  })

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'refuses %s with the allowed methods',
    async (method) => {
      expect(await show(await callEndpoint(endpoint, ask(method)))).toEqual({
        status: 405,
        headers: { ...common, 'content-type': 'application/json', allow: 'POST, OPTIONS' },
        body: '{"error":"invalid_request","error_description":"This method is not allowed here.","requestId":"req_1"}',
      })
    },
  )

  it('responds to HEAD like GET', async () => {
    const readable = defineEndpoint({ GET: async () => jsonResponse({}, { headers: { 'Cache-Control': 'public' } }) })
    const response = await callEndpoint(readable, ask('HEAD'))
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public')
    expect((await callEndpoint(readable, ask('POST'))).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })
})

describe('a refusal', () => {
  it.each<[RefusalCode, string | null]>([
    ['invalid_client', 'Basic realm="Latchkey", charset="UTF-8"'],
    ['unauthorized', 'Bearer realm="Latchkey"'],
    [
      'invalid_token',
      'Bearer realm="Latchkey", error="invalid_token", error_description="The access token is not valid."',
    ],
    [
      'insufficient_scope',
      'Bearer realm="Latchkey", error="insufficient_scope", error_description="The access token does not have the required scope.", scope="sso"',
    ],
    [
      'malformed_bearer',
      'Bearer realm="Latchkey", error="invalid_request", error_description="Send the access token once, in the header Authorization: Bearer <accessToken>."',
    ],
    ['invalid_grant', null],
  ])('%s carries its challenge', async (code, challenge) => {
    expect((await refuseWith(new Refusal(code, { scope: 'sso' }))).headers.get('www-authenticate')).toBe(challenge)
  })

  it('contains three members and keeps the rest for the log', async () => {
    const response = await refuseWith(
      new Refusal('input_invalid', { detail: 'private', fields: { email: 'taken' }, cause: new Error('deep') }),
    )
    expect(await response.json()).toEqual({
      error: 'input_invalid',
      error_description: 'Some fields need attention.',
      requestId: 'req_1',
    })
    expect(JSON.parse(services.logLines[0] ?? '')).toEqual({
      level: 30,
      time: expect.any(Number),
      msg: 'refused',
      status: 400,
      code: 'input_invalid',
      detail: 'private',
      error: expect.objectContaining({ message: 'deep' }),
      address: '192.0.2.1',
      requestId: 'req_1',
    })
  })

  it('contains Retry-After', async () => {
    const limited = await refuseWith(new Refusal('too_many_requests', { retryAfterSeconds: 42 }))
    expect(limited.headers.get('retry-after')).toBe('42')
    const busy = await refuseWith(new Refusal('temporarily_unavailable'))
    expect(busy.headers.get('retry-after')).toBe('1')
    expect(services.logLines.map((line) => JSON.parse(line).level)).toEqual([30, 40])
  })

  it.each([new Error('secret plan'), 'a text', undefined, null, { status: 200 }])(
    'of an unexpected error is a 500 without details: %j',
    async (error) => {
      const { status, body } = await show(await refuseWith(error))
      expect(status).toBe(500)
      expect(body).toBe(
        '{"error":"server_error","error_description":"Internal error. Report the request ID to the operator.","requestId":"req_1"}',
      )
      expect(JSON.parse(services.logLines[0] ?? '').level).toBe(50)
    },
  )
})

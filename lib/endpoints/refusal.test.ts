import { beforeEach, describe, expect, it } from 'vitest'
import { secondMs } from '#lib/clock.ts'
import { refusalEndpoint } from '#lib/endpoints/refusal.ts'
import { writeRefusals } from '#lib/refusals/write-refusals.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import {
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

function get(requestId: string, headers: Record<string, string>): Promise<Response> {
  const url = `${testBaseUrl}/api/v1/refusals/${requestId}`
  return callEndpoint(refusalEndpoint, new Request(url, { headers: { 'X-Request-Id': 'req_1', ...headers } }))
}

async function bearerOf(holder: TestKey) {
  return { Authorization: `Bearer ${(await issueTestTokens(holder)).accessToken}` }
}

async function refuse(requestId: string, of: TestKey) {
  const fields = clientFields({ id: of.id, secret: ` ${of.secret}` })
  await postToken(fields, { headers: { 'X-Request-Id': requestId } })
  await writeRefusals(services)
}

const notFound = {
  status: 404,
  headers: commonHeaders,
  body: refusalBody('not_found', 'No refusal of this API key is stored for this request ID.'),
}

describe('GET /api/v1/refusals/<requestId>', () => {
  it('tells the holder of the key why and what to do', async () => {
    await refuse('req_refused', key)
    expect(await show(await get('req_refused', await bearerOf(key)))).toEqual({
      status: 200,
      headers: commonHeaders,
      body: JSON.stringify({
        requestId: 'req_refused',
        at: new Date(testStart).toISOString(),
        endpoint: '/auth/v1/token',
        status: 401,
        error: 'invalid_client',
        reason: 'secret_whitespace',
        remedy: 'Trim the secret where your program reads it, for example from a file.',
      }),
    })
  })

  it('answers alike for another key’s refusal, one without a key, and an unknown request ID', async () => {
    const other = await makeTestKey(services)
    await refuse('req_other', other)
    await postToken({}, { headers: { 'X-Request-Id': 'req_none' } })
    await writeRefusals(services)
    const headers = await bearerOf(key)
    for (const id of ['req_other', 'req_none', 'req_unknown', '%00', 'a'.repeat(2_000)]) {
      expect(await show(await get(id, headers))).toEqual(notFound)
    }
  })

  it('needs a valid access token', async () => {
    await refuse('req_refused', key)
    const headers = await bearerOf(key)
    expect((await get('req_refused', {})).status).toBe(401)
    expect((await get('req_refused', { Authorization: 'Bearer a.b.c' })).status).toBe(401)
    expect((await get('req_refused', { Authorization: 'Bearer a b' })).status).toBe(400)
    services.clock.advance(services.env.accessTokenSeconds * secondMs)
    expect((await get('req_refused', headers)).status).toBe(401)
  })
})

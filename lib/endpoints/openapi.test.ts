import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '#lib/description/openapi-document.ts'
import { openApiEndpoint } from '#lib/endpoints/openapi.ts'
import { toResponse } from '#lib/http/answer.ts'
import { asDescribed } from '#lib/testing/described-answer.ts'
import { openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'

beforeEach(async () => {
  await openTestServices()
})

function ask(method = 'GET'): Promise<Response> {
  const request = new Request(`${testBaseUrl}/openapi.json`, { method, headers: { 'X-Request-Id': 'req_1' } })
  return openApiEndpoint(request, { address: '192.0.2.1' }).then((answer) => toResponse(asDescribed(request, answer)))
}

async function read(): Promise<OpenApiDocument> {
  return (await ask()).json()
}

describe('GET /openapi.json', () => {
  it('may be read by any page, and kept for five minutes', async () => {
    const response = await ask()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_1',
    })
  })

  it('is an OpenAPI 3.1 document by the schema of those who define it', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...(await read()) })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('names this server, and nothing of another one', async () => {
    const { servers } = await read()
    expect(servers).toEqual([{ url: testBaseUrl }])
  })

  it('answers HEAD, and refuses POST', async () => {
    expect((await ask('HEAD')).status).toBe(200)
    const refused = await ask('POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

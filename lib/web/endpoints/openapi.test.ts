import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { openApiEndpoint } from '#lib/web/endpoints/openapi.ts'
import type { DocumentedOperation, OpenApiDocument } from '#lib/web/openapi/openapi-document.ts'

beforeEach(async () => {
  await openTestServices()
})

function ask(method = 'GET'): Promise<Response> {
  const request = new Request(`${testBaseUrl}/openapi.json`, { method, headers: { 'X-Request-Id': 'req_1' } })
  return callEndpoint(openApiEndpoint, request)
}

let document: Promise<OpenApiDocument> | undefined

/** The document, which no test changes: making it takes longer than each of them. */
function read(): Promise<OpenApiDocument> {
  document ??= ask().then((response) => response.json())
  return document
}

async function listOperations(): Promise<readonly DocumentedOperation[]> {
  return Object.values((await read()).paths).flatMap((methods) => Object.values(methods))
}

describe('GET /openapi.json', () => {
  it('is readable by scripts of any origin, and cacheable for five minutes', async () => {
    const response = await ask()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      'content-type': 'application/json',
      etag: expect.stringMatching(/^"[0-9a-f]{32}-identity"$/),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_1',
    })
  })

  it('conforms to the OpenAPI 3.1 schema', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...(await read()) })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('lists this server only', async () => {
    const { servers } = await read()
    expect(servers).toEqual([{ url: testBaseUrl }])
  })

  it('names contact and license', async () => {
    const { info } = await read()
    expect(info.license).toEqual({ name: 'Apache License 2.0', identifier: 'Apache-2.0' })
    expect(info.contact).toEqual({ name: 'The operator of this server', url: testBaseUrl })
  })

  it('describes every form as one object without unions, with an example per alternative', async () => {
    const bodies = (await listOperations()).flatMap(({ requestBody }) => Object.entries(requestBody?.content ?? {}))
    const contents = bodies.flatMap(([type, body]) => (type === 'application/x-www-form-urlencoded' ? [body] : []))
    expect(contents.map(({ examples = {} }) => Object.keys(examples).length)).toEqual([4, 2, 2, 1])
    for (const { schema } of contents) {
      expect(schema.type).toBe('object')
      expect(JSON.stringify(schema)).not.toMatch(/"(?:anyOf|oneOf|allOf)"/)
    }
  })

  it('keeps the constraints of forms: required fields, enums, patterns', async () => {
    const [token, revoke, introspect, sso] = (await listOperations()).flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
    )
    const { components } = await read()
    expect(components.schemas.GrantType?.enum).toEqual(['client_credentials', 'refresh_token'])
    const grants = { $ref: '#/components/schemas/GrantType' }
    expect(token).toMatchObject({ properties: { grantType: grants, grant_type: grants } })
    expect(token?.dependentRequired).toMatchObject({
      refreshToken: ['grantType', 'clientId'],
      refresh_token: ['grant_type'],
    })
    expect([revoke?.required, introspect?.required, sso?.required]).toEqual([['token'], ['token'], ['accountId']])
    expect(sso?.properties).toMatchObject({ accountId: { pattern: '^[A-Za-z0-9._-]+$', maxLength: 64 } })
  })

  it('has samples with the keys that linters know', async () => {
    const samples = (await listOperations()).flatMap((operation) => operation['x-codeSamples'] ?? [])
    expect(samples.length).toBeGreaterThan(30)
    for (const sample of samples) expect(Object.keys(sample)).toEqual(['lang', 'label', 'source'])
  })

  it('responds to HEAD, and refuses POST', async () => {
    expect((await ask('HEAD')).status).toBe(200)
    const refused = await ask('POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

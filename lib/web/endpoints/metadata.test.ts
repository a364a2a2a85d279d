import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { metadataEndpoint, openIdConfigurationEndpoint } from '#lib/web/endpoints/metadata.ts'
import { endpointTable } from '#lib/web/gateway/endpoint-table.ts'
import { metadataAnswer, openIdConfigurationAnswer } from '#lib/web/oauth/metadata-schema.ts'

const clientAlgorithms = ['ES256', 'ES384', 'Ed25519', 'EdDSA', 'PS256', 'RS256']

beforeEach(async () => {
  await openTestServices()
})

function ask(method = 'GET'): Promise<Response> {
  const request = new Request(`${testBaseUrl}/.well-known/oauth-authorization-server`, {
    method,
    headers: { 'X-Request-Id': 'req_1' },
  })
  return callEndpoint(metadataEndpoint, request)
}

describe('GET /.well-known/oauth-authorization-server', () => {
  it('lists the endpoints, to scripts of any origin, cacheable for an hour', async () => {
    const response = await ask()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
      'content-type': 'application/json',
      etag: expect.stringMatching(/^"[0-9a-f]{32}-identity"$/),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_1',
    })
    expect(metadataAnswer.parse(await response.json())).toEqual({
      issuer: testBaseUrl,
      token_endpoint: `${testBaseUrl}/auth/v1/token`,
      jwks_uri: `${testBaseUrl}/.well-known/jwks.json`,
      scopes_supported: [
        'sso',
        'introspect',
        'scim',
        'events:read',
        'grants:read',
        'accounts:read',
        'accounts:write',
        'users:read',
        'users:write',
        'keys:read',
        'keys:write',
        'return-addresses:read',
        'return-addresses:write',
        'webhooks:read',
        'webhooks:write',
        'sessions:write',
        'settings:read',
        'settings:write',
      ],
      response_types_supported: ['none'],
      grant_types_supported: ['client_credentials', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      token_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
      service_documentation: `${testBaseUrl}/api-reference`,
      revocation_endpoint: `${testBaseUrl}/auth/v1/revoke`,
      revocation_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
        'none',
      ],
      revocation_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
      introspection_endpoint: `${testBaseUrl}/auth/v1/introspect`,
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      introspection_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
      dpop_signing_alg_values_supported: clientAlgorithms,
    })
  })

  it('names only existing endpoints', async () => {
    const named = Object.entries(await (await ask()).json()).filter(([name]) => /_endpoint$|_uri$/.test(name))
    for (const [, address] of named) expect(Object.keys(endpointTable)).toContain(new URL(String(address)).pathname)
    expect(named).toHaveLength(4)
  })

  it('responds to HEAD, and refuses POST', async () => {
    expect((await ask('HEAD')).status).toBe(200)
    const refused = await ask('POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('GET /.well-known/openid-configuration', () => {
  it('is the same document with the two members that OpenID clients require', async () => {
    const request = new Request(`${testBaseUrl}/.well-known/openid-configuration`)
    const response = await callEndpoint(openIdConfigurationEndpoint, request)
    const configuration = openIdConfigurationAnswer.parse(await response.json())
    expect(configuration).toEqual({
      ...(await (await ask()).json()),
      id_token_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
      subject_types_supported: ['public'],
    })
  })
})

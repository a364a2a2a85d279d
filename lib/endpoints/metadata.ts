import { keyScopes } from '#lib/api-keys/scopes.ts'
import { jsonAnswer, openToAll } from '#lib/http/answer.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import type { MetadataAnswer } from '#lib/oauth/schema.ts'
import { services } from '#lib/services.ts'

/**
 * `GET /.well-known/oauth-authorization-server` (RFC 8414): what a client has to know of this server. No registered name
 * tells which algorithms sign access tokens; the keys do.
 */
export const metadataEndpoint = defineEndpoint({
  GET: async () => jsonAnswer(describeServer((await services()).env.baseUrl), { headers: openToAll(keptSeconds) }),
})

/** It changes with a new version or another address only. */
const keptSeconds = 3_600

function describeServer(baseUrl: string): MetadataAnswer {
  return {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/auth/v1/token`,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    scopes_supported: [...keyScopes],
    response_types_supported: [],
    grant_types_supported: ['client_credentials', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    service_documentation: `${baseUrl}/api-reference`,
    revocation_endpoint: `${baseUrl}/auth/v1/revoke`,
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    introspection_endpoint: `${baseUrl}/auth/v1/introspect`,
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  }
}

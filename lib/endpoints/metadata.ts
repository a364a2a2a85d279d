import { signingAlgorithms } from '#lib/access-tokens/signing-key.ts'
import { keyScopes } from '#lib/api-keys/scopes.ts'
import { definePublicDocument } from '#lib/http/public-document.ts'
import type { MetadataAnswer, OpenIdConfigurationAnswer } from '#lib/oauth/schema.ts'
import { services } from '#lib/services.ts'

/** It changes only with a new version or another base URL. */
const maxAgeSeconds = 3_600

/**
 * `GET /.well-known/oauth-authorization-server` (RFC 8414): what a client has to know of this server. No registered name
 * tells which algorithms sign access tokens; the keys do.
 */
export const metadataEndpoint = definePublicDocument(async () => {
  const { env } = await services()
  return { text: JSON.stringify(describeServer(env.baseUrl)), maxAgeSeconds }
})

/**
 * `GET /.well-known/openid-configuration` (OpenID Connect Discovery 1.0 §4): the same document, for clients that discover
 * keys and endpoints by the issuer alone. There are no ID tokens; verifiers take the algorithms of access tokens from it.
 */
export const openIdConfigurationEndpoint = definePublicDocument(async () => {
  const { env } = await services()
  return { text: JSON.stringify(describeProvider(env.baseUrl)), maxAgeSeconds }
})

function describeProvider(baseUrl: string): OpenIdConfigurationAnswer {
  return {
    ...describeServer(baseUrl),
    id_token_signing_alg_values_supported: [...signingAlgorithms],
    subject_types_supported: ['public'],
  }
}

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

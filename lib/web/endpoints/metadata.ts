import { keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { signingAlgorithms } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { clientAlgorithms } from '#lib/kernel/client-algorithms.ts'
import { definePublicDocument } from '#lib/web/http/public-document.ts'
import type { MetadataAnswer, OpenIdConfigurationAnswer } from '#lib/web/oauth/metadata-schema.ts'

/** The document changes only with a new version or base URL. */
const maxAgeSeconds = 3_600

/** `GET /.well-known/oauth-authorization-server` (RFC 8414), without a member for the algorithms of tokens. */
export const metadataEndpoint = definePublicDocument(async ({ env }) => ({
  text: JSON.stringify(describeServer(env.baseUrl)),
  maxAgeSeconds,
}))

/**
 * `GET /.well-known/openid-configuration` (OpenID Connect Discovery 1.0 §4): for clients that discover keys and
 * endpoints only by the issuer. Latchkey issues no ID tokens; verifiers read the algorithms of access tokens from this
 * document.
 */
export const openIdConfigurationEndpoint = definePublicDocument(async ({ env }) => {
  const configuration: OpenIdConfigurationAnswer = {
    ...describeServer(env.baseUrl),
    id_token_signing_alg_values_supported: [...signingAlgorithms],
    subject_types_supported: ['public'],
  }
  return { text: JSON.stringify(configuration), maxAgeSeconds }
})

function describeServer(baseUrl: string): MetadataAnswer {
  return {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/auth/v1/token`,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    scopes_supported: [...keyScopes],
    // RFC 8414 §2 requires the member, and §3.2 forbids an empty list. `none` issues nothing at an authorization
    // endpoint.
    response_types_supported: ['none'],
    grant_types_supported: ['client_credentials', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    token_endpoint_auth_signing_alg_values_supported: [...clientAlgorithms],
    service_documentation: `${baseUrl}/api-reference`,
    revocation_endpoint: `${baseUrl}/auth/v1/revoke`,
    revocation_endpoint_auth_methods_supported: [
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
      'none',
    ],
    revocation_endpoint_auth_signing_alg_values_supported: [...clientAlgorithms],
    introspection_endpoint: `${baseUrl}/auth/v1/introspect`,
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    introspection_endpoint_auth_signing_alg_values_supported: [...clientAlgorithms],
    dpop_signing_alg_values_supported: [...clientAlgorithms],
  }
}

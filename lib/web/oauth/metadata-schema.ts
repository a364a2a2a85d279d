import { z } from 'zod'
import { keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { signingAlgorithms } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { clientAlgorithms } from '#lib/kernel/client-algorithms.ts'
import { grantTypes, origin } from '#lib/web/oauth/schema.ts'

/** The documents that describe the server to clients. The OpenAPI document is generated from these schemas. */

const address = (of: string, path: string) =>
  z.url().meta({ description: of, example: `https://login.example.com${path}` })

const authMethods = (...names: readonly [string, ...string[]]) =>
  z.array(z.enum(names)).meta({ description: 'How a client can authenticate.', example: [...names] })

const secretMethods = ['client_secret_basic', 'client_secret_post'] as const

const signingAlgs = z
  .array(z.enum(clientAlgorithms))
  .meta({ description: 'The algorithms that may sign an assertion.', example: [...clientAlgorithms] })

/** The response of `GET /.well-known/oauth-authorization-server` (RFC 8414 §2). */
export const metadataAnswer = z.strictObject({
  issuer: origin('The iss of all tokens.'),
  token_endpoint: address('The token endpoint.', '/auth/v1/token'),
  jwks_uri: address('The keys that verify access tokens.', '/.well-known/jwks.json'),
  scopes_supported: z
    .array(z.enum(keyScopes))
    .meta({ description: 'What a token can allow.', example: [...keyScopes] }),
  response_types_supported: z
    .array(z.literal('none'))
    .meta({ description: 'There is no authorization endpoint. Some clients require an entry.', example: ['none'] }),
  grant_types_supported: z
    .array(z.enum(grantTypes))
    .meta({ description: 'The supported grant types.', example: [...grantTypes] }),
  token_endpoint_auth_methods_supported: authMethods(...secretMethods, 'private_key_jwt', 'none'),
  token_endpoint_auth_signing_alg_values_supported: signingAlgs,
  service_documentation: address('The API reference.', '/api-reference'),
  revocation_endpoint: address('The revocation endpoint (RFC 7009).', '/auth/v1/revoke'),
  revocation_endpoint_auth_methods_supported: authMethods(...secretMethods, 'private_key_jwt', 'none'),
  revocation_endpoint_auth_signing_alg_values_supported: signingAlgs,
  introspection_endpoint: address('The introspection endpoint (RFC 7662).', '/auth/v1/introspect'),
  introspection_endpoint_auth_methods_supported: authMethods(...secretMethods, 'private_key_jwt'),
  introspection_endpoint_auth_signing_alg_values_supported: signingAlgs,
  dpop_signing_alg_values_supported: z
    .array(z.enum(clientAlgorithms))
    .meta({ description: 'The algorithms that may sign DPoP proofs (RFC 9449 §5.1).', example: [...clientAlgorithms] }),
})

export type MetadataAnswer = z.output<typeof metadataAnswer>

/** The response of `GET /.well-known/openid-configuration` (OpenID Connect Discovery 1.0 §3). */
export const openIdConfigurationAnswer = metadataAnswer.extend({
  id_token_signing_alg_values_supported: z.array(z.enum(signingAlgorithms)).meta({
    description: 'The algorithms that may sign access tokens. No ID tokens are issued.',
    example: [...signingAlgorithms],
  }),
  subject_types_supported: z
    .array(z.literal('public'))
    .meta({ description: 'A user has the same sub for every client.', example: ['public'] }),
})

export type OpenIdConfigurationAnswer = z.output<typeof openIdConfigurationAnswer>

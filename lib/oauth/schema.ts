import { z } from 'zod'
import { signingAlgorithms } from '#lib/access-tokens/signing-key.ts'
import { keyScopes } from '#lib/api-keys/scopes.ts'

/**
 * The forms that the endpoints of the protocol take and the JSON that they answer, in both spellings: the endpoints
 * parse with these, and what is published about them is made of these. Lengths and forms of values are no part of it:
 * a value that is not ours is refused like a wrong one.
 */

const keyId = z.string().meta({ description: 'The key ID.', example: 'lkid_4JkW0mQz81xYbT2nVcRs' })

const clientId = keyId.optional().meta({
  description: 'The key ID. Optional beside HTTP Basic, where it must be the same key ID.',
})

const clientSecret = z.string().optional().meta({
  description: 'The secret of the API key. Left out where key ID and secret come by HTTP Basic.',
  example: 'lksec_8Qm2Yt5wR0aLxV7cK3nZ1bJ6sD9fG4hP0eT2uWqNoXi5MyArS7',
})

const ownerOf = z.string().meta({
  description: "The e-mail address or user name of the API key's owner, whatever the case.",
  example: 'order-system',
})

const refreshToken = z.string().meta({
  description: 'The newest refresh token. It is exchanged for its successor.',
  example: 'lkrt1.fam_FYxovWHEkKn8upIviqel.1.WYI6Ed5OQf3r7s0yZbTq1mLxKcVn2dJpAeGuHiBtRwM',
})

const scope = z
  .string()
  .optional()
  .meta({
    description: `Asks for less than is allowed: words separated by spaces, of ${keyScopes.join(', ')}.`,
    example: 'sso',
  })

const token = z.string().meta({
  description: 'An access token or a refresh token.',
  example: 'lkrt1.fam_FYxovWHEkKn8upIviqel.1.WYI6Ed5OQf3r7s0yZbTq1mLxKcVn2dJpAeGuHiBtRwM',
})

const tokenTypeHint = z.string().optional().meta({
  description: 'What the token is thought to be. It is found without the hint, too, and by any hint.',
  example: 'refresh_token',
})

export const grantTypes = ['client_credentials', 'refresh_token'] as const

const clientCredentials = z.literal('client_credentials').meta({ description: 'Issues tokens for an API key.' })

const refreshGrant = z.literal('refresh_token').meta({ description: 'Exchanges a refresh token for new tokens.' })

/** `POST /auth/v1/token` in our spelling (section 3 of the protocol). */
export const tokenForm = z.discriminatedUnion('grantType', [
  z.object({ grantType: clientCredentials, clientId, clientSecret }),
  z.object({ grantType: refreshGrant, clientId: ownerOf, refreshToken }),
])

/** The same in the standard's spelling (RFC 6749 §4.4.2, §6). */
export const standardTokenForm = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: clientCredentials,
    client_id: clientId,
    client_secret: clientSecret,
    scope,
  }),
  z.object({
    grant_type: refreshGrant,
    client_id: z.string().optional().meta({
      description:
        "The key ID, or the e-mail address or user name of the key's owner. Optional beside HTTP Basic, where it must be the same key ID.",
      example: 'lkid_4JkW0mQz81xYbT2nVcRs',
    }),
    client_secret: clientSecret.meta({
      description: 'The secret of the API key. Not required: but where it is sent, it must be right.',
    }),
    refresh_token: refreshToken,
    scope,
  }),
])

const aboutToken = { token, token_type_hint: tokenTypeHint }

/** `POST /auth/v1/introspect` (RFC 7662 §2.1); only the client's own fields have two spellings. */
export const introspectionForm = z.object({ ...aboutToken, clientId, clientSecret })

export const standardIntrospectionForm = z.object({ ...aboutToken, client_id: clientId, client_secret: clientSecret })

const revokerId = z.string().optional().meta({
  description:
    "The key ID. With a refresh token and no secret also the e-mail address or user name of the key's owner. Optional beside HTTP Basic, where it must be the same key ID.",
  example: 'lkid_4JkW0mQz81xYbT2nVcRs',
})

const revokerSecret = clientSecret.meta({
  description: 'The secret of the API key. Not required for a refresh token: but where it is sent, it must be right.',
})

/** `POST /auth/v1/revoke` (RFC 7009 §2.1). */
export const revocationForm = z.object({ ...aboutToken, clientId: revokerId, clientSecret: revokerSecret })

export const standardRevocationForm = z.object({ ...aboutToken, client_id: revokerId, client_secret: revokerSecret })

export const revocationAnswer = z.strictObject({}).meta({ description: 'Nothing: the status says it all.' })

const accessToken = z
  .string()
  .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  .meta({
    description: 'A JWT by RFC 9068, sent as Authorization: Bearer. Only its validity is to be read out of it.',
    example:
      'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IngifQ.eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUuY29tIn0.c2lnbmF0dXJl',
  })

const expiresIn = z.int().positive().meta({ description: 'The life of the access token in seconds.', example: 36_000 })

const tokenType = z.literal('Bearer').meta({ description: 'Always Bearer (RFC 6750).' })

const givenRefreshToken = refreshToken.meta({
  description: 'Good for one exchange. It differs from the one that was sent.',
})

const givenScope = z.string().meta({ description: 'What the access token allows, in words.', example: 'sso' })

/** What `POST /auth/v1/token` answers in our spelling: exactly these four. */
export const tokenAnswer = z.strictObject({ accessToken, expiresIn, tokenType, refreshToken: givenRefreshToken })

export type TokenAnswer = z.output<typeof tokenAnswer>

/** The same in the standard's spelling (RFC 6749 §5.1). */
export const standardTokenAnswer = z.strictObject({
  access_token: accessToken,
  token_type: tokenType,
  expires_in: expiresIn,
  refresh_token: givenRefreshToken,
  scope: givenScope,
})

export type StandardTokenAnswer = z.output<typeof standardTokenAnswer>

const seconds = (of: string) => z.int().meta({ description: `${of}, in Unix seconds.`, example: 1_795_231_999 })

const origin = (of: string) => z.url().meta({ description: of, example: 'https://login.example.com' })

const activeToken = {
  active: z.literal(true).meta({ description: 'It is good at this moment.' }),
  client_id: keyId.meta({ description: 'The ID of the API key that it was issued to.' }),
  username: z.string().meta({ description: 'The user name of whom it speaks for.', example: 'order-system' }),
  exp: seconds('When it ends'),
  iat: seconds('When it was issued'),
  sub: z.string().meta({ description: 'The id of whom it speaks for.', example: 'usr_xPf7pk5QWxgEOsrAcfro' }),
  iss: origin('Who issued it.'),
}

/** RFC 7662 §2.2: of a token that is not good nothing else is said. */
export const inactiveAnswer = z
  .strictObject({ active: z.literal(false).meta({ description: 'It is good for nothing.' }) })
  .meta({
    description:
      "Unknown, expired, revoked, used, another key's refresh token, or no token at all: one answer for all.",
  })

export const activeAccessTokenAnswer = z
  .strictObject({
    ...activeToken,
    scope: givenScope.meta({ description: 'What it allows, in words.' }),
    token_type: tokenType,
    aud: origin('Whom it is meant for.'),
    jti: z.string().meta({ description: 'The id of the token.', example: 'tok_7dW2kQ9sYb4nVcR1xTz8' }),
  })
  .meta({ description: 'An access token that would be taken at this moment.' })

export const activeRefreshTokenAnswer = z.strictObject(activeToken).meta({
  description:
    'A refresh token of the asking key that would be exchanged at this moment. It has neither scope nor token_type: it is no bearer token.',
})

/** What `POST /auth/v1/introspect` answers. */
export const introspectionAnswer = z.union([inactiveAnswer, activeAccessTokenAnswer, activeRefreshTokenAnswer])

export type IntrospectionAnswer = z.output<typeof introspectionAnswer>

const address = (of: string, path: string) =>
  z.url().meta({ description: of, example: `https://login.example.com${path}` })

const authMethods = (...names: readonly [string, ...string[]]) =>
  z.array(z.enum(names)).meta({ description: 'How a client may authenticate there.', example: [...names] })

/** What `GET /.well-known/oauth-authorization-server` answers (RFC 8414 §2). */
export const metadataAnswer = z.strictObject({
  issuer: origin('Who issues the tokens: their iss.'),
  token_endpoint: address('Where tokens are issued.', '/auth/v1/token'),
  jwks_uri: address('Where the keys are that tokens are verified with.', '/.well-known/jwks.json'),
  scopes_supported: z
    .array(z.enum(keyScopes))
    .meta({ description: 'What a token can allow.', example: [...keyScopes] }),
  response_types_supported: z
    .array(z.string())
    .max(0)
    .meta({ description: 'Empty: there is no authorization endpoint.', example: [] }),
  grant_types_supported: z
    .array(z.enum(grantTypes))
    .meta({ description: 'How a token can be had.', example: [...grantTypes] }),
  token_endpoint_auth_methods_supported: authMethods('client_secret_basic', 'client_secret_post', 'none'),
  service_documentation: address('What a person reads about it.', '/api-reference'),
  revocation_endpoint: address('Where tokens are revoked (RFC 7009).', '/auth/v1/revoke'),
  revocation_endpoint_auth_methods_supported: authMethods('client_secret_basic', 'client_secret_post', 'none'),
  introspection_endpoint: address('Where it is asked whether a token is good (RFC 7662).', '/auth/v1/introspect'),
  introspection_endpoint_auth_methods_supported: authMethods('client_secret_basic', 'client_secret_post'),
})

export type MetadataAnswer = z.output<typeof metadataAnswer>

/** What `GET /.well-known/openid-configuration` answers (OpenID Connect Discovery 1.0 §3). */
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

/** What `GET /.well-known/jwks.json` answers (RFC 7517 §5), of which a verifier goes by `kid`. */
export const jwksAnswer = z.strictObject({
  keys: z.array(
    z.looseObject({
      kid: z.string().meta({ description: 'What a token names its key by.', example: 'x'.repeat(43) }),
      kty: z.enum(['EC', 'RSA', 'OKP']),
      alg: z.enum(signingAlgorithms),
      use: z.literal('sig'),
    }),
  ),
})

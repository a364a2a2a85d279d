import { z } from 'zod'
import { keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'

/**
 * The forms that the endpoints parse and the JSON that they return, in both spellings. The OpenAPI document is
 * generated from these schemas. They do not check the form of credentials: a malformed one is refused like a wrong one.
 */

const keyId = z.string().meta({ description: 'The key ID.', example: 'lkid_4JkW0mQz81xYbT2nVcRs' })

const clientId = keyId.optional().meta({
  description: 'The key ID. Optional with HTTP Basic, where it must be the same key ID.',
})

const clientSecret = z.string().optional().meta({
  description: 'The secret of the API key. Omit it with HTTP Basic.',
  example: 'lksec_8Qm2Yt5wR0aLxV7cK3nZ1bJ6sD9fG4hP0eT2uWqNoXi5MyArS7',
})

const clientAssertion = z.string().optional().meta({
  description:
    'A JWT that the client signed with its own key (RFC 7523 §2.2), instead of a secret. `iss` and `sub` are the key ID, `aud` is the issuer alone, `exp` is within five minutes, and `jti` is used once.',
})

const clientAssertionType = z.string().optional().meta({
  description: 'How to read the assertion. Required with one.',
  example: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
})

const camelCaseAssertion = { clientAssertion, clientAssertionType }
const standardAssertion = { client_assertion: clientAssertion, client_assertion_type: clientAssertionType }

const ownerOf = z.string().meta({
  description: "The email address or username of the API key's owner. Case does not matter.",
  example: 'order-system',
})

const refreshToken = z.string().meta({
  description: 'The current refresh token. It is exchanged for its successor.',
  example: 'lkrt1.fam_FYxovWHEkKn8upIviqel.1.WYI6Ed5OQf3r7s0yZbTq1mLxKcVn2dJpAeGuHiBtRwM',
})

const scope = z
  .string()
  .optional()
  .meta({
    description: `Narrows what the key allows: space-separated, from ${keyScopes.join(', ')}.`,
    example: 'sso',
  })

const token = refreshToken.meta({ description: 'An access token or a refresh token.' })

const tokenTypeHint = z.string().optional().meta({
  description: 'Accepted and ignored: every token shows its type.',
  example: 'refresh_token',
})

export const grantTypes = ['client_credentials', 'refresh_token'] as const

const clientCredentials = z.literal('client_credentials').meta({ description: 'Issues tokens for an API key.' })
const refreshGrant = z.literal('refresh_token').meta({ description: 'Exchanges a refresh token for new tokens.' })

/** `POST /auth/v1/token` in camelCase (docs/protocol.md, section 3). */
export const tokenForm = z.discriminatedUnion('grantType', [
  z.object({ grantType: clientCredentials, clientId, clientSecret, ...camelCaseAssertion }),
  z.object({ grantType: refreshGrant, clientId: ownerOf, refreshToken }),
])

/** The same in the standard spelling (RFC 6749 §4.4.2, §6). */
export const standardTokenForm = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: clientCredentials,
    client_id: clientId,
    client_secret: clientSecret,
    ...standardAssertion,
    scope,
  }),
  z.object({
    grant_type: refreshGrant,
    client_id: clientId.meta({
      description:
        "The key ID, or the email address or username of the key's owner. Optional with HTTP Basic, where it must be the same key ID.",
    }),
    client_secret: clientSecret.meta({
      description: 'The secret of the API key. Optional, but a secret that is sent must be correct.',
    }),
    ...standardAssertion,
    refresh_token: refreshToken,
    scope,
  }),
])

const aboutToken = { token, token_type_hint: tokenTypeHint }

/** `POST /auth/v1/introspect` (RFC 7662 §2.1). Only the client's fields have two spellings. */
export const introspectionForms = {
  camelCase: z.object({ ...aboutToken, clientId, clientSecret, ...camelCaseAssertion }),
  standard: z.object({ ...aboutToken, client_id: clientId, client_secret: clientSecret, ...standardAssertion }),
}

const revokerId = clientId.meta({
  description:
    "The key ID. With a refresh token and no secret, also the email address or username of the key's owner. Optional with HTTP Basic, where it must be the same key ID.",
})

const revokerSecret = clientSecret.meta({
  description: 'The secret of the API key. Optional for a refresh token, but a secret that is sent must be correct.',
})

/** `POST /auth/v1/revoke` (RFC 7009 §2.1). */
export const revocationForms = {
  camelCase: z.object({ ...aboutToken, clientId: revokerId, clientSecret: revokerSecret, ...camelCaseAssertion }),
  standard: z.object({ ...aboutToken, client_id: revokerId, client_secret: revokerSecret, ...standardAssertion }),
}

export const revocationAnswer = z.strictObject({}).meta({ description: 'Empty. The status is the whole response.' })

const accessToken = z
  .string()
  .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  .meta({
    description:
      'A JWT as in RFC 9068, for the header Authorization: Bearer. Treat it as opaque: verify it, but do not rely on other claims.',
    example:
      'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IngifQ.eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUuY29tIn0.c2lnbmF0dXJl',
  })

const expiresIn = z
  .int()
  .positive()
  .meta({ description: 'The lifetime of the access token in seconds.', example: 36_000 })

const tokenType = z.enum(['Bearer', 'DPoP']).meta({
  description: 'How the access token is sent: `Bearer` (RFC 6750), or `DPoP` if the request had a proof (RFC 9449).',
  example: 'Bearer',
})

const givenRefreshToken = refreshToken.meta({
  description: 'Can be exchanged once. It differs from the one in the request.',
})

const givenScope = z.string().meta({ description: 'What the access token allows.', example: 'sso' })

/** The response of `POST /auth/v1/token` in camelCase: exactly these four members. */
export const tokenAnswer = z.strictObject({ accessToken, expiresIn, tokenType, refreshToken: givenRefreshToken })

export type TokenAnswer = z.output<typeof tokenAnswer>

/** The same in the standard spelling (RFC 6749 §5.1). */
export const standardTokenAnswer = z.strictObject({
  access_token: accessToken,
  token_type: tokenType,
  expires_in: expiresIn,
  refresh_token: givenRefreshToken,
  scope: givenScope,
})

export type StandardTokenAnswer = z.output<typeof standardTokenAnswer>

const seconds = (of: string) => z.int().meta({ description: `${of}, in Unix seconds.`, example: 1_795_231_999 })

export const origin = (of: string) => z.url().meta({ description: of, example: 'https://login.example.com' })

const activeToken = {
  active: z.literal(true).meta({ description: 'The token is valid now.' }),
  client_id: keyId.meta({ description: 'The ID of the API key that the token was issued to.' }),
  username: z
    .string()
    .meta({ description: 'The username of the user that the token acts for.', example: 'order-system' }),
  exp: seconds('When the token expires'),
  iat: seconds('When the token was issued'),
  sub: z
    .string()
    .meta({ description: 'The ID of the user that the token acts for.', example: 'usr_xPf7pk5QWxgEOsrAcfro' }),
  iss: origin('The issuer.'),
}

/** RFC 7662 §2.2: the response says nothing else about an inactive token. */
export const inactiveAnswer = z
  .strictObject({ active: z.literal(false).meta({ description: 'The token is not valid.' }) })
  .meta({
    description: "The same response for every cause: unknown, expired, revoked, used, or another key's refresh token.",
  })

export const activeAccessTokenAnswer = z
  .strictObject({
    ...activeToken,
    scope: givenScope.meta({ description: 'What the token allows.' }),
    token_type: tokenType,
    cnf: z
      .strictObject({ jkt: z.string().meta({ description: 'Its thumbprint (RFC 7638).', example: 'x'.repeat(43) }) })
      .optional()
      .meta({ description: 'The key that a DPoP token is bound to (RFC 9449 §6.2).' }),
    aud: origin('The audience.'),
    jti: z.string().meta({ description: 'The ID of the token.', example: 'tok_7dW2kQ9sYb4nVcR1xTz8' }),
  })
  .meta({ description: 'An access token that is valid now.' })

export const activeRefreshTokenAnswer = z.strictObject(activeToken).meta({
  description:
    'A refresh token of the asking key that can be exchanged now. It has no scope and no token_type, because it is not a bearer token.',
})

/** The response of `POST /auth/v1/introspect`. */
export const introspectionAnswer = z.union([inactiveAnswer, activeAccessTokenAnswer, activeRefreshTokenAnswer])

export type IntrospectionAnswer = z.output<typeof introspectionAnswer>

/** The response of `POST /auth/v1/keys/rotate`. */
export const rotationAnswer = z.strictObject({
  keyId: keyId.meta({ description: 'The key ID. It stays the same.' }),
  secret: z.string().meta({
    description: 'The new secret. It is not stored: keep it before you use it.',
    example: 'lksec_4f2kQ9sYb4nVcR1xTz8mWpL7dJhG3aEuCiOoKqNvBsXyDAB',
  }),
  expiresIn: z.int().positive().meta({
    description: 'The seconds within which the new secret must be used, or it stops working.',
    example: 604_800,
  }),
  formerSecretExpiresIn: z.int().meta({
    description: 'The seconds for which the old secret still works once the new one is used.',
    example: 86_400,
  }),
})

export type RotationAnswer = z.output<typeof rotationAnswer>

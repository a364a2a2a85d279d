import { z } from 'zod'
import { clientRefusals, commonRefusals, formRefusals } from '#lib/foundation/api/refusals.ts'
import {
  introspectionAnswer,
  introspectionForms,
  revocationAnswer,
  revocationForms,
  rotationAnswer,
  standardTokenAnswer,
  standardTokenForm,
  tokenAnswer,
  tokenForm,
} from '#lib/web/oauth/schema.ts'
import type { Operation } from '#lib/web/openapi/operation.ts'

const keyId = { variable: 'PLATFORM_CLIENT_ID' }
const secret = { variable: 'PLATFORM_CLIENT_SECRET' }
const refreshToken = { variable: 'REFRESH_TOKEN' }
const basic = { scheme: 'Basic', name: keyId, password: secret } as const

const camelCase = { title: 'camelCase parameter names' }
const standard = { title: 'OAuth 2.0 parameter names' }

export const tokenOperations: readonly Operation[] = [
  {
    id: 'issueTokens',
    method: 'POST',
    path: '/auth/v1/token',
    tag: 'Tokens',
    summary: 'Get tokens',
    description:
      'Issues an access token and a refresh token, for an API key or for the previous refresh token. Parameter names are camelCase or those of OAuth 2.0 (RFC 6749). The response uses the same names as the request; requests that mix them are refused.\n\nA refresh token works once. Sent again within ten seconds, it returns the same successor, so a lost response loses nothing. Sent later, it revokes all tokens that descend from the same API key request.\n\nA request with a DPoP proof (RFC 9449) gets tokens that are bound to the key of the proof.',
    security: ['apiKey'],
    form: z.union([tokenForm.meta(camelCase), standardTokenForm.meta(standard)]),
    responses: [
      {
        status: 200,
        description: 'The tokens, with the parameter names of the request.',
        content: z.union([tokenAnswer.meta(camelCase), standardTokenAnswer.meta(standard)]),
        optionalHeaders: { 'Latchkey-Key-Expires': 'When the API key expires (RFC 9110 date), in its last 30 days.' },
      },
    ],
    refusals: [
      'unsupported_grant_type',
      'invalid_scope',
      'invalid_grant',
      'invalid_dpop_proof',
      'use_dpop_nonce',
      ...clientRefusals,
      ...formRefusals,
    ],
    samples: [
      { label: 'For an API key', fields: { grantType: 'client_credentials', clientId: keyId, clientSecret: secret } },
      {
        label: 'For a refresh token',
        fields: { grantType: 'refresh_token', clientId: { variable: 'PLATFORM_USERNAME' }, refreshToken },
      },
      {
        label: 'OAuth 2.0 parameter names, with HTTP Basic',
        fields: { grant_type: 'client_credentials' },
        authorization: basic,
      },
    ],
  },
  {
    id: 'revokeToken',
    method: 'POST',
    path: '/auth/v1/revoke',
    tag: 'Tokens',
    summary: 'Revoke a token',
    description:
      'Revokes a token, and all tokens that descend from the same API key request, immediately. A refresh token needs no client authentication; an access token needs the API key.',
    security: ['apiKey'],
    form: z.union([revocationForms.camelCase.meta(camelCase), revocationForms.standard.meta(standard)]),
    responses: [
      {
        status: 200,
        description:
          "The token is not valid anymore. The response is the same for unknown tokens and for other clients' tokens.",
        content: revocationAnswer,
      },
    ],
    refusals: [...clientRefusals, ...formRefusals],
    samples: [{ label: 'A refresh token', fields: { token: refreshToken }, authorization: basic }],
  },
  {
    id: 'introspectToken',
    method: 'POST',
    path: '/auth/v1/introspect',
    tag: 'Tokens',
    summary: 'Introspect a token',
    description:
      'Returns whether a token is active, and its user, client and scope. Requires an API key with the scope `introspect`. A refresh token is active only for the API key that it was issued to.',
    security: ['apiKey'],
    form: z.union([introspectionForms.camelCase.meta(camelCase), introspectionForms.standard.meta(standard)]),
    responses: [
      {
        status: 200,
        description: 'The state of the token. An inactive token has no further fields.',
        content: introspectionAnswer,
      },
    ],
    refusals: ['key_without_introspect', ...clientRefusals, ...formRefusals],
    samples: [{ label: 'An access token', fields: { token: { variable: 'ACCESS_TOKEN' } }, authorization: basic }],
  },
  {
    id: 'rotateSecret',
    method: 'POST',
    path: '/auth/v1/keys/rotate',
    tag: 'Tokens',
    summary: 'Rotate the secret',
    description:
      'Generates another secret for the API key that authenticates the request. Requires a key that was generated as rotatable. The request has no body.\n\nThe first use of the new secret starts the end of the old one. If the response is lost, send the request again with the old secret: the lost one stops working.',
    security: ['apiKey'],
    responses: [{ status: 200, description: 'The new secret.', content: rotationAnswer }],
    refusals: ['key_not_rotatable', 'former_secret_works', ...clientRefusals, 'invalid_request', ...commonRefusals],
    samples: [{ label: 'With HTTP Basic', authorization: basic }],
  },
]

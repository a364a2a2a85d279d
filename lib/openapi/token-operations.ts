import { z } from 'zod'
import {
  introspectionAnswer,
  introspectionForm,
  revocationAnswer,
  revocationForm,
  standardIntrospectionForm,
  standardRevocationForm,
  standardTokenAnswer,
  standardTokenForm,
  tokenAnswer,
  tokenForm,
} from '#lib/oauth/schema.ts'
import type { Operation, Sample } from '#lib/openapi/operation.ts'
import { clientRefusals, formRefusals } from '#lib/openapi/refusals.ts'

const keyId = { variable: 'PLATFORM_CLIENT_ID' }
const secret = { variable: 'PLATFORM_CLIENT_SECRET' }

const ours = { title: 'camelCase parameter names' }
const standard = { title: 'OAuth 2.0 parameter names' }

const samples: readonly Sample[] = [
  {
    title: 'For an API key',
    fields: { grantType: 'client_credentials', clientId: keyId, clientSecret: secret },
  },
  {
    title: 'For a refresh token',
    fields: {
      grantType: 'refresh_token',
      clientId: { variable: 'PLATFORM_USERNAME' },
      refreshToken: { variable: 'REFRESH_TOKEN' },
    },
  },
  {
    title: 'OAuth 2.0 parameter names, with HTTP Basic',
    fields: { grant_type: 'client_credentials' },
    authorization: { scheme: 'Basic', name: keyId, password: secret },
  },
]

/** `POST /auth/v1/token`: section 3 of the protocol. */
export const tokenOperation: Operation = {
  id: 'issueTokens',
  method: 'POST',
  path: '/auth/v1/token',
  tag: 'Tokens',
  title: 'Get tokens',
  sentence:
    "Issues an access token and a refresh token, for an API key or for the refresh token before. The fields have two spellings, ours and RFC 6749's; the one of the request is the one of the answer, and mixed ones are refused.\n\nA refresh token works once. Sent again within ten seconds it gets the same successor, so that a lost answer loses nothing; sent later, all that descends from the same key request ends.",
  security: ['apiKey'],
  form: z.union([tokenForm.meta(ours), standardTokenForm.meta(standard)]),
  answers: [
    {
      status: 200,
      sentence: "The tokens, in the request's spelling.",
      content: z.union([tokenAnswer.meta(ours), standardTokenAnswer.meta(standard)]),
    },
  ],
  refusals: ['unsupported_grant_type', 'invalid_scope', 'invalid_grant', ...clientRefusals, ...formRefusals],
  refusedAs: 'json',
  samples,
}

const basic = { scheme: 'Basic', name: keyId, password: secret } as const

/** `POST /auth/v1/revoke` (RFC 7009). */
export const revokeOperation: Operation = {
  id: 'revokeToken',
  method: 'POST',
  path: '/auth/v1/revoke',
  tag: 'Tokens',
  title: 'Revoke a token',
  sentence:
    "Ends a token and everything that descends from the same key request, at once and everywhere. A refresh token's holder need not authenticate; for an access token the API key is needed.",
  security: ['apiKey'],
  form: z.union([revocationForm.meta(ours), standardRevocationForm.meta(standard)]),
  answers: [
    {
      status: 200,
      sentence: 'It is good for nothing now. The same for a token that never was, or was not yours.',
      content: revocationAnswer,
    },
  ],
  refusals: [...clientRefusals, ...formRefusals],
  refusedAs: 'json',
  samples: [{ title: 'A refresh token', fields: { token: { variable: 'REFRESH_TOKEN' } }, authorization: basic }],
}

/** `POST /auth/v1/introspect` (RFC 7662). */
export const introspectOperation: Operation = {
  id: 'introspectToken',
  method: 'POST',
  path: '/auth/v1/introspect',
  tag: 'Tokens',
  title: 'Ask about a token',
  sentence:
    'Says whether a token is good at this moment, for whom and for what. It takes an API key with the scope `introspect`. A refresh token is active only for the key that it was issued to.',
  security: ['apiKey'],
  form: z.union([introspectionForm.meta(ours), standardIntrospectionForm.meta(standard)]),
  answers: [
    {
      status: 200,
      sentence: 'What there is to say. Of a token that is not good, only that.',
      content: introspectionAnswer,
    },
  ],
  refusals: ['key_without_introspect', ...clientRefusals, ...formRefusals],
  refusedAs: 'json',
  samples: [{ title: 'An access token', fields: { token: { variable: 'ACCESS_TOKEN' } }, authorization: basic }],
}

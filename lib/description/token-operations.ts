import { z } from 'zod'
import type { Operation, Sample } from '#lib/description/operation.ts'
import { clientRefusals, formRefusals } from '#lib/description/refusals.ts'
import { standardTokenAnswer, standardTokenForm, tokenAnswer, tokenForm } from '#lib/oauth/schema.ts'

const keyId = { variable: 'PLATFORM_CLIENT_ID' }
const secret = { variable: 'PLATFORM_CLIENT_SECRET' }

const ours = { title: 'In our spelling' }
const standard = { title: "In the standard's spelling" }

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
    title: "In the standard's spelling, with HTTP Basic",
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

import { z } from 'zod'
import { accountIdSchema } from '#lib/accounts/schema.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { bearerRefusals, commonRefusals, formRefusals, platformRefusals } from '#lib/openapi/refusals.ts'
import { grantLinkSchema, grantRequestSchema, issuedGrantSchema, launchQuerySchema } from '#lib/sso-grants/schema.ts'

/** What a prefetch gets of an address that works once. */
const untouched = {
  status: 204,
  sentence: 'To a `HEAD`, a prefetch or a preview: nothing was used up.',
}

/** `POST /auth/v1/sso`: section 4 of the protocol. */
export const ssoGrantOperation: Operation = {
  id: 'createSignOnLink',
  method: 'POST',
  path: '/auth/v1/sso',
  tag: 'Sign-on links',
  title: 'Get a sign-on link',
  sentence:
    'Makes an address that signs a person in to one account: once, within 15 seconds, and without a password. Ask for it when the person clicks, and redirect the browser there.',
  security: ['accessToken'],
  form: grantRequestSchema,
  answers: [{ status: 200, sentence: 'The link.', content: issuedGrantSchema }],
  refusals: ['access_denied', ...bearerRefusals, ...formRefusals],
  refusedAs: 'json',
  samples: [
    {
      title: 'A link into an account',
      authorization: { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } },
      fields: { accountId: { variable: 'ACCOUNT_ID' }, backUrl: { variable: 'BACK_URL' }, locale: 'de-at' },
    },
  ],
}

/** `GET /sso`: section 5 of the protocol. */
export const ssoEntryOperation: Operation = {
  id: 'openSignOnLink',
  method: 'GET',
  path: '/sso',
  tag: 'Sign-on links',
  title: 'Open a sign-on link',
  sentence:
    'Where a `grantUrl` leads: a browser opens it, and the person is in the account. No program calls it; refusals are pages in the language of the link, with a way forward.',
  parameters: { query: grantLinkSchema },
  answers: [
    {
      status: 303,
      sentence:
        'Signed in: on to the account. Where another person is signed in to it in this browser, on to a page that asks first.',
      headers: { Location: 'Where the browser goes on.' },
      sometimes: { 'Set-Cookie': "The account's session." },
    },
    untouched,
  ],
  refusals: [
    'grant_unknown',
    'grant_withdrawn',
    'grant_other_browser',
    'grant_expired',
    'grant_used',
    ...commonRefusals,
  ],
  refusedAs: 'page',
}

/** `GET /launch/<accountId>`: section 7 of the protocol. */
export const launchOperation: Operation = {
  id: 'launchAccount',
  method: 'GET',
  path: '/launch/{accountId}',
  tag: 'Sign-on links',
  title: 'Launch an account',
  sentence:
    'A plain link to it opens an account for whoever is signed in to the portal, by a fresh sign-on link that works in this browser alone. Whoever is not signed in does that first. No program calls it.',
  parameters: {
    path: z.object({ accountId: accountIdSchema.meta({ description: 'The account to open.' }) }),
    query: launchQuerySchema,
  },
  answers: [
    {
      status: 303,
      sentence: 'On to the sign-on link, or to sign in first.',
      headers: { Location: 'Where the browser goes on.' },
    },
    untouched,
  ],
  refusals: [
    { code: 'invalid_request', condition: 'A value in the address is not acceptable, or was sent twice.' },
    {
      code: 'access_denied',
      condition: 'The account is unknown, suspended, or not to be opened by whoever is signed in. One answer for all.',
    },
    ...platformRefusals,
    ...commonRefusals,
  ],
  refusedAs: 'page',
}

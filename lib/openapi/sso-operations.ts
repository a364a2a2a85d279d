import { z } from 'zod'
import { accountIdSchema } from '#lib/accounts/schema.ts'
import { accessTokenRefusals, commonRefusals, conditions, formRefusals } from '#lib/api/refusals.ts'
import { listSchema } from '#lib/list-query.ts'
import { managementHeaders, managementRefusals } from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { scopeMissing } from '#lib/refresh-tokens/authorize-token.ts'
import { receiptAnswer, receiptPath, receiptsQuery } from '#lib/sso-grants/receipt-schema.ts'
import { grantLinkSchema, grantRequestSchema, issuedGrantSchema, launchQuerySchema } from '#lib/sso-grants/schema.ts'
import { grantSeconds } from '#lib/sso-grants/sso-grant.ts'

const prefetchResponse = {
  status: 204,
  description: 'For `HEAD`, prefetches and previews: nothing was issued or used up.',
}

export const ssoOperations: readonly Operation[] = [
  {
    id: 'createSignOnLink',
    method: 'POST',
    path: '/auth/v1/sso',
    tag: 'Sign-in links',
    summary: 'Get a sign-in link',
    description: `Issues a URL that signs a user in to one account without a password, once and within ${grantSeconds} seconds. Request it when the user clicks, and redirect the browser to it.`,
    security: ['accessToken'],
    form: grantRequestSchema,
    responses: [
      {
        status: 200,
        description: 'The link.',
        content: issuedGrantSchema,
        headers: { 'Latchkey-Grant-Id': 'The ID of the link, to ask later what became of it. Not a secret.' },
      },
    ],
    refusals: [
      'access_denied',
      ...accessTokenRefusals,
      { code: 'insufficient_scope', condition: conditions.insufficient_scope, description: scopeMissing('sso') },
      'too_many_requests',
      ...formRefusals,
    ],
    samples: [
      {
        label: 'A link to an account',
        authorization: { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } },
        fields: { accountId: { variable: 'ACCOUNT_ID' }, backUrl: { variable: 'BACK_URL' }, locale: 'de-at' },
      },
    ],
  },
  {
    id: 'listGrantReceipts',
    method: 'GET',
    path: '/api/v1/grants',
    tag: 'Sign-in links',
    summary: 'List sign-in links',
    description:
      'The receipts of all links, for 24 hours, the newest first. With a filter, a page looks through 2,500 links: it may be empty although `next` is not null.\n\nRequires the scope `grants:read`.',
    security: ['accessToken'],
    parameters: { query: receiptsQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(receiptAnswer),
      },
    ],
    refusals: [
      { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' },
      ...managementRefusals('grants:read'),
    ],
    namesFields: true,
    samples: [
      {
        label: 'The links of an account',
        path: '/api/v1/grants?accountId=at-100021&limit=200',
        authorization: { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } },
      },
    ],
  },
  {
    id: 'getGrantReceipt',
    method: 'GET',
    path: '/api/v1/grants/{grantId}',
    tag: 'Sign-in links',
    summary: 'Find out what became of a link',
    description:
      'The receipt of a sign-in link, for 24 hours: whether it was prefetched or opened, from which network, why it was refused, and how its session ended. Prefetches and refusals may appear up to 10 seconds late, and are left out during a flood.\n\nRequires an access token of the API key that requested the link. One with the scope `grants:read`, of a key whose owner is an owner or admin, gets the receipt of any link.',
    security: ['accessToken'],
    parameters: { path: receiptPath },
    responses: [{ status: 200, description: 'The receipt.', content: receiptAnswer }],
    refusals: [
      { code: 'invalid_request', condition: 'The access token is in the URL.' },
      ...accessTokenRefusals,
      'not_found',
      'too_many_requests',
      ...commonRefusals,
    ],
  },
  {
    id: 'openSignOnLink',
    method: 'GET',
    path: '/sso',
    tag: 'Sign-in links',
    summary: 'Open a sign-in link',
    description:
      'The target of a `grantUrl`: a browser opens it, and the user is signed in to the account. Errors are pages in the language of the link, with a next step. Client programs do not call it.',
    parameters: { query: grantLinkSchema },
    responses: [
      {
        status: 303,
        description:
          'The user is signed in; redirects to the account. If another user is signed in to it in this browser, redirects to a page that asks for confirmation.',
        headers: { Location: 'The next URL.' },
        optionalHeaders: { 'Set-Cookie': 'The cookie of the account session.' },
      },
      prefetchResponse,
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
  },
  {
    id: 'launchAccount',
    method: 'GET',
    path: '/launch/{accountId}',
    tag: 'Sign-in links',
    summary: 'Launch an account',
    description:
      'Opens an account for the user who is signed in to the portal, with a new sign-in link that works only in this browser. Link to it from a page; client programs do not call it.',
    parameters: {
      path: z.object({ accountId: accountIdSchema.meta({ description: 'The account to open.' }) }),
      query: launchQuerySchema,
    },
    responses: [
      {
        status: 303,
        description: 'Redirects to the sign-in link or, for a user who is not signed in, to the sign-in page.',
        headers: { Location: 'The next URL.' },
      },
      prefetchResponse,
    ],
    refusals: [
      { code: 'invalid_request', condition: 'A value in the URL is invalid or repeated.' },
      {
        code: 'access_denied',
        condition:
          'The account is unknown or suspended, or the user has no access to it. The response does not reveal which.',
      },
      'platform_unreachable',
      'platform_busy',
      'platform_key_refused',
      'platform_account_refused',
      'platform_return_refused',
      'platform_unusable',
      ...commonRefusals,
    ],
    refusedAs: 'page',
  },
]

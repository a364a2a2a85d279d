import { z } from 'zod'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import {
  grantLinkSchema,
  grantRequestSchema,
  issuedGrantSchema,
  launchQuerySchema,
} from '#lib/domain/links/sso-grants/schema.ts'
import { grantSeconds } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { scopeMissing } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import { accessTokenRefusals, commonRefusals, conditions, formRefusals } from '#lib/foundation/api/refusals.ts'
import type { Operation } from '#lib/web/openapi/operation.ts'

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

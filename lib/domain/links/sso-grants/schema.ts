import { z } from 'zod'
import { explainDeepPath, parseDeepPath } from '#lib/domain/accounts/accounts/deep-path.ts'
import { localeSchema } from '#lib/domain/accounts/accounts/locale.ts'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { explainBackUrl, maxBackUrlLength, readBackUrlOrigin } from '#lib/domain/links/return-addresses/back-url.ts'
import { grantSeconds } from '#lib/domain/links/sso-grants/sso-grant.ts'

/** 256 bits, base64url. */
const grantTokenForm = /^[A-Za-z0-9_-]{43}$/

/** The fields of `POST /auth/v1/sso` and the query of a launch (docs/protocol.md, section 4). */
const grantFieldsSchema = z.object({
  accountId: accountIdSchema.meta({ description: 'The account to open.', example: 'at-100021' }),
  backUrl: z
    .string()
    .superRefine((text, { addIssue }) => {
      if (readBackUrlOrigin(text) === undefined) addIssue({ code: 'custom', message: explainBackUrl(text) })
    })
    .optional()
    .meta({
      description:
        'The target of "End and return": an absolute `https` URL (`http` for loopback only) whose origin is a registered return address that the key may return to. Default: this server.',
      example: 'http://localhost:4000/',
      format: 'uri',
      maxLength: maxBackUrlLength,
    }),
  locale: localeSchema.optional().meta({
    description:
      "The user's language and region, in lowercase. Default: the account's locale, then `en-us`. Unsupported languages are shown in English.",
    example: 'de-at',
  }),
  deepPath: z.string().optional().meta({
    description:
      "The landing page within the account: `/accounts/<accountId>` or a path below it, optionally with a query. Default: the account's landing page.",
    example: '/accounts/at-100021/orders?open=1',
    maxLength: 512,
  }),
})

export const grantFields = grantFieldsSchema.keyof().options

/** The fields with their rules; `deepPath` becomes what a browser would send. */
export const grantRequestSchema = grantFieldsSchema.transform((request, context) => {
  const { accountId, deepPath } = request
  if (deepPath === undefined) return request
  const path = parseDeepPath(deepPath, accountId)
  if (path !== undefined) return { ...request, deepPath: path }
  const message = explainDeepPath(deepPath, accountId)
  context.issues.push({ code: 'custom', message, path: ['deepPath'], input: deepPath })
  return z.NEVER
})

/** The query of `GET /launch/<accountId>`. */
export const launchQuerySchema = grantFieldsSchema.pick({ backUrl: true, locale: true, deepPath: true })

/** The response of `POST /auth/v1/sso`. */
export const issuedGrantSchema = z.strictObject({
  grantUrl: z.url().max(4_096).meta({
    description: 'The URL that signs the user in: once, before it expires, in any browser.',
    example:
      'http://localhost:3000/sso?token=Z8wmbCLbkq0tQeR4yV1xUu7oPzN2sJd5hGfA9cWmXEI&userId=usr_xPf7pk5QWxgEOsrAcfro&timestamp=1795231999812&backUrl=http%3A%2F%2Flocalhost%3A4000%2F&deepPath=%2Faccounts%2Fat-100021',
  }),
  expiresIn: z
    .literal(grantSeconds)
    .meta({ description: 'The lifetime of the URL in seconds.', example: grantSeconds }),
})

/** The query of a `grantUrl`. All but the token are compared with the grant and never believed. */
export const grantLinkSchema = z.object({
  token: z.string().regex(grantTokenForm).meta({ description: 'The one-time token.' }),
  userId: z.string().meta({ description: 'The ID of the user who is signed in.' }),
  timestamp: z.string().meta({ description: 'The time of issue, in Unix milliseconds.' }),
  backUrl: z.string().meta({ description: 'The target of "End and return".' }),
  deepPath: z.string().meta({ description: 'The landing page within the account.' }),
})

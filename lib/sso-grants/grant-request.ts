import { parseDeepPath } from '#lib/accounts/deep-path.ts'
import { accountIdSchema, localeSchema } from '#lib/accounts/schema.ts'
import { type Form, requireField, unacceptableField } from '#lib/http/form-body.ts'
import { readBackUrlOrigin } from '#lib/return-addresses/back-url.ts'

/** The fields of `POST /auth/v1/sso`; a launch takes the same from its address. */
export const grantFields = ['accountId', 'backUrl', 'locale', 'deepPath'] as const

export type GrantRequest = Readonly<{
  accountId: string
  backUrl: string | undefined
  locale: string | undefined
  deepPath: string | undefined
  /** The `issuedAt` of a launch grant that came too late, where this request repeats it. */
  retryOfAt?: number
}>

/**
 * What is asked for, every value by its rule of section 4 of the protocol.
 * @throws Refusal `invalid_request` naming the first field that is missing or not acceptable
 */
export function parseGrantRequest(form: Form<(typeof grantFields)[number]>): GrantRequest {
  const accountId = requireField(form, 'accountId')
  if (!accountIdSchema.safeParse(accountId).success) throw unacceptableField('accountId')
  const { backUrl, locale } = form
  if (backUrl !== undefined && !readBackUrlOrigin(backUrl)) throw unacceptableField('backUrl', 'it is not well-formed')
  if (locale !== undefined && !localeSchema.safeParse(locale).success) throw unacceptableField('locale')
  const deepPath = form.deepPath === undefined ? undefined : parseDeepPath(form.deepPath, accountId)
  if (form.deepPath !== undefined && deepPath === undefined) throw unacceptableField('deepPath')
  return { accountId, backUrl, locale, deepPath }
}

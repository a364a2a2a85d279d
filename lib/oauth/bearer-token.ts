import { Refusal } from '#lib/errors.ts'

/** Read these with the form, to notice a token that is sent in two ways (RFC 6750 §2). */
export const bearerFields = ['access_token', 'accessToken'] as const

type BearerForm = Readonly<Partial<Record<(typeof bearerFields)[number], string>>>

const bearerScheme = /^bearer(?: |$)/i
/** RFC 6750 §2.1: one b64token after the scheme. */
const bearerForm = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** RFC 6750 §2.1. @throws Refusal `unauthorized` without a bearer token, `malformed_bearer` */
export function readBearerToken({ headers }: Request, form: BearerForm): string {
  const header = headers.get('authorization')
  // RFC 6750 §3.1: without any bearer credentials the challenge carries no error.
  if (header === null || !bearerScheme.test(header)) throw new Refusal('unauthorized', { reason: 'bearer_missing' })
  const [, token] = bearerForm.exec(header) ?? []
  if (token === undefined) throw new Refusal('malformed_bearer')
  if (bearerFields.some((field) => form[field] !== undefined)) {
    throw new Refusal('malformed_bearer', { reason: 'bearer_in_form' })
  }
  return token
}

/**
 * Refuses an access token in the query, where logs, histories and referrers would keep it (RFC 6750 §2.3, RFC 9700
 * §4.3.2). Call it before the form is read, whose refusal would name the body.
 * @throws Refusal `malformed_bearer`
 */
export function refuseTokenInQuery({ url }: Request): void {
  const [, query] = url.split('?', 2)
  if (query === undefined) return
  const fields = new URLSearchParams(query)
  if (bearerFields.some((field) => fields.has(field)))
    throw new Refusal('malformed_bearer', { reason: 'bearer_in_url' })
}

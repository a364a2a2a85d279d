import { Refusal } from '#lib/kernel/errors.ts'

/** Read these with the form, to notice a token that is sent in two ways (RFC 6750 §2). */
export const bearerFields = ['access_token', 'accessToken'] as const

export type BearerForm = Readonly<Partial<Record<(typeof bearerFields)[number], string>>>

const schemes = /^(?:bearer|dpop)(?: |$)/i
/** RFC 6750 §2.1, RFC 9449 §7.1: one token after the scheme. */
const tokenForm = /^(bearer|dpop) +([A-Za-z0-9\-._~+/]+=*)$/i

/** The text of an access token, not verified yet. */
export type PresentedToken = Readonly<{ scheme: 'bearer' | 'dpop'; text: string }>

/** @throws Refusal `unauthorized` without an access token, `malformed_bearer` */
export function readPresentedToken({ headers }: Request, form: BearerForm): PresentedToken {
  const header = headers.get('authorization')
  // RFC 6750 §3.1: without any token the challenge carries no error.
  if (header === null || !schemes.test(header)) throw new Refusal('unauthorized', { reason: 'bearer_missing' })
  const [, scheme = '', text] = tokenForm.exec(header) ?? []
  if (text === undefined) throw new Refusal('malformed_bearer')
  if (bearerFields.some((field) => form[field] !== undefined)) {
    throw new Refusal('malformed_bearer', { reason: 'bearer_in_form' })
  }
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'dpop' : 'bearer', text }
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

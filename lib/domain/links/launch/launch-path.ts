import { type GrantRequest, parseGrantRequest } from '#lib/domain/links/sso-grants/grant-request.ts'
import { launchQuerySchema } from '#lib/domain/links/sso-grants/schema.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { Form } from '#lib/kernel/form-fields.ts'

const pathForm = /^\/launch\/([^/]+)$/
const options = launchQuerySchema.keyof().options
const retryForm = /^\d{13}$/

/** Optional query of a launch. `retryOfAt`: see {@link GrantRequest}. */
export type LaunchOptions = Readonly<{ backUrl?: string; deepPath?: string; locale?: string; retryOfAt?: number }>

/** The path that opens this account for the signed-in user: the link of "Open account". */
export function launchPath(accountId: string, { retryOfAt, ...rest }: LaunchOptions = {}): string {
  const query = new URLSearchParams(rest)
  if (retryOfAt !== undefined) query.set('retryOfAt', String(retryOfAt))
  return query.size === 0 ? `/launch/${accountId}` : `/launch/${accountId}?${query}`
}

/** Parses a launch URL as a grant request. @throws Refusal `invalid_request` for a repeated or invalid parameter */
export function parseLaunch(url: URL): GrantRequest {
  const query = url.searchParams
  const form: Form<'accountId' | (typeof options)[number]> = { ...readOnce(query), accountId: readAccountId(url) }
  const retryOfAt = query.get('retryOfAt') ?? ''
  const request = parseGrantRequest(form)
  return retryForm.test(retryOfAt) ? { ...request, retryOfAt: Number(retryOfAt) } : request
}

function readOnce(query: URLSearchParams): Form<(typeof options)[number]> {
  const form: Partial<Record<(typeof options)[number], string>> = {}
  for (const name of options) {
    const [value, second] = query.getAll(name)
    if (second !== undefined) throw new Refusal('invalid_request', { detail: `${name} was sent twice` })
    if (value) form[name] = value
  }
  return form
}

/** Not decoded: account IDs need no percent-encoding. */
function readAccountId({ pathname }: URL): string {
  return pathForm.exec(pathname)?.[1] ?? ''
}

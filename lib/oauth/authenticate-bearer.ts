import type { VerifiedAccessToken } from '#lib/access-tokens/access-token.ts'
import { verifyAccessToken } from '#lib/access-tokens/verify-access-token.ts'
import type { LimitedProgram } from '#lib/api-keys/limits.ts'
import { hasScope, type KeyScope } from '#lib/api-keys/scopes.ts'
import { toClientNetwork } from '#lib/client-network.ts'
import { Refusal } from '#lib/errors.ts'
import { countFailures } from '#lib/oauth/count-failures.ts'
import { findTokenProgram } from '#lib/refresh-tokens/find-token-program.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/** Read these with the form, so that a token sent in two ways is noticed (RFC 6750 §2). */
export const bearerFields = ['access_token', 'accessToken'] as const

type BearerForm = Readonly<Partial<Record<(typeof bearerFields)[number], string>>>

/** Who calls with an access token. It speaks for `program`, of the family, within the scope (words, space-separated). */
export type Bearer = Readonly<{
  program: LimitedProgram
  keyId: string
  userId: string
  familyId: string
  scope: string
}>

const bearerScheme = /^bearer(?: |$)/i
/** RFC 6750 §2.1: one b64token after the scheme. */
const bearerForm = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/**
 * Verifies the access token in the `Authorization` header of a request (RFC 6750 §2.1): what it says of itself. Failures
 * with a token count against the address; a good token is never held up by them, since nobody can guess one.
 * @throws Refusal `unauthorized`, `malformed_bearer`, `invalid_token` or `too_many_requests`
 */
export async function verifyBearer(
  services: Services,
  source: RequestContext,
  request: Request,
  form: BearerForm = {},
): Promise<VerifiedAccessToken> {
  const accessToken = readBearerToken(request, form)
  return countInvalidTokens(services, source, () => verifyAccessToken(services, accessToken))
}

/**
 * Whom a verified token speaks for, by the database at this moment: to be asked on every call.
 * @throws Refusal `invalid_token` or `too_many_requests`
 */
export async function authenticateBearer(
  services: Services,
  source: RequestContext,
  token: VerifiedAccessToken,
): Promise<Bearer> {
  const program = await countInvalidTokens(services, source, () => findTokenProgram(services, source, token))
  const { userId, keyId, familyId, scope } = token
  return { program, keyId, userId, familyId, scope }
}

function countInvalidTokens<T>(services: Services, source: RequestContext, attempt: () => Promise<T>): Promise<T> {
  const counts = [{ limit: services.limits.tokensAtNetwork, subject: toClientNetwork(source.address) }]
  return countFailures('invalid_token', counts, attempt)
}

/** @throws Refusal `insufficient_scope` unless the token's scope contains this word (RFC 6750 §3.1) */
export function requireScope(bearer: Bearer, word: KeyScope): void {
  if (!hasScope(bearer.scope, word)) throw new Refusal('insufficient_scope')
}

/**
 * @throws Refusal `malformed_bearer` for an access token in the query, where logs, histories and referrers would keep it
 *   (RFC 6750 §2.3, RFC 9700 §4.3.2). To be called before the form is read: its refusal would point to the body
 */
export function refuseTokenInQuery({ url }: Request): void {
  const [, query] = url.split('?', 2)
  if (query === undefined) return
  const fields = new URLSearchParams(query)
  if (bearerFields.some((field) => fields.has(field))) throw new Refusal('malformed_bearer')
}

function readBearerToken(request: Request, form: BearerForm): string {
  const header = request.headers.get('authorization')
  // RFC 6750 §3.1: without any bearer credentials the challenge carries no error.
  if (header === null || !bearerScheme.test(header)) throw new Refusal('unauthorized')
  const [, token] = bearerForm.exec(header) ?? []
  if (token === undefined || bearerFields.some((field) => form[field] !== undefined)) {
    throw new Refusal('malformed_bearer')
  }
  return token
}

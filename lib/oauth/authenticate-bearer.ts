import { verifyAccessToken } from '#lib/access-tokens/verify-access-token.ts'
import type { LimitedProgram } from '#lib/api-keys/limits.ts'
import { Refusal } from '#lib/errors.ts'
import { countFailures } from '#lib/oauth/count-failures.ts'
import { findTokenProgram } from '#lib/refresh-tokens/find-token-program.ts'
import type { Services } from '#lib/services.ts'
import type { Source } from '#lib/users/actor.ts'

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
 * Authenticates a request by the access token in its `Authorization` header (RFC 6750 §2.1), against the database on
 * every call. Failures with a token count against the address; a good token is never held up by them, since nobody
 * can guess one.
 * @throws Refusal `unauthorized`, `malformed_bearer`, `invalid_token` or `too_many_requests`
 */
export async function authenticateBearer(
  services: Services,
  source: Source,
  request: Request,
  form: BearerForm = {},
): Promise<Bearer> {
  const accessToken = readBearerToken(request, form)
  return countFailures(
    'invalid_token',
    [{ limit: services.limits.tokensAtAddress, subject: source.address }],
    async () => {
      const token = await verifyAccessToken(services, accessToken)
      const program = await findTokenProgram(services, source, token)
      const { userId, keyId, familyId, scope } = token
      return { program, keyId, userId, familyId, scope }
    },
  )
}

/** @throws Refusal `insufficient_scope` unless the token's scope contains this word (RFC 6750 §3.1) */
export function requireScope(bearer: Bearer, scope: string): void {
  if (!bearer.scope.split(' ').includes(scope)) throw new Refusal('insufficient_scope')
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

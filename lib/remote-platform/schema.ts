import { z } from 'zod'
import { readOrigin } from '#lib/origin.ts'

/** What a token request is answered with. The token goes into a header: one b64token (RFC 6750 §2.1). */
export const tokenAnswerSchema = z.object({
  accessToken: z.string().regex(/^[A-Za-z0-9._~+/-]{1,8192}=*$/),
  tokenType: z.string().regex(/^bearer$/i),
  expiresIn: z.int().min(1),
  refreshToken: z.string().min(1).max(8_192).optional(),
})

/** What a grant request is answered with. `expiresIn` is not our concern: the browser goes there at once. */
export const grantAnswerSchema = z.object({ grantUrl: z.string().max(8_192) })

/** Section 8 of the protocol, RFC 6749 §5.2, RFC 6750 §3.1. */
const knownErrors = [
  'invalid_request',
  'unsupported_grant_type',
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_grant',
  'unauthorized',
  'invalid_token',
  'insufficient_scope',
  'access_denied',
  'too_many_requests',
  'temporarily_unavailable',
  'server_error',
] as const

/** What a refusal says, as far as it is understood: whatever else stands there may be an echo of what was sent. */
export const refusalAnswerSchema = z.object({
  error: z.enum([...knownErrors, '']).catch(''),
  error_description: z.string().catch(''),
  /** The id of the answer in the other side's log, in the form that a Latchkey gives it. */
  requestId: z
    .string()
    .regex(/^req_[0-9A-Za-z]{20}$/)
    .catch(''),
})

export type RefusalContent = z.output<typeof refusalAnswerSchema>

/**
 * Whether a browser may be sent there: an address of the platform itself, as every reader of URLs sees it, whose path
 * ends in an SSO entry.
 */
export function isGrantUrl(text: string, platformUrl: string): boolean {
  return (
    /^[!-~]+$/.test(text) &&
    readOrigin(text) === new URL(platformUrl).origin &&
    /\/sso\/?$/.test(new URL(text).pathname)
  )
}

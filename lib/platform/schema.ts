import { z } from 'zod'
import { secondMs } from '#lib/clock.ts'
import { readOrigin } from '#lib/return-addresses/origin.ts'

/** A year: what is said to be good for longer is renewed after one, too. */
const longestSeconds = 31_536_000

/** What a token request is answered with. The token goes into a header: one b64token (RFC 6750 §2.1). */
export const tokenAnswerSchema = z.object({
  accessToken: z.string().regex(/^[A-Za-z0-9._~+/-]{1,8192}=*$/),
  tokenType: z.string().regex(/^bearer$/i),
  expiresIn: z
    .int()
    .min(1)
    .transform((seconds) => Math.min(seconds, longestSeconds) * secondMs),
  refreshToken: z.string().min(1).max(8_192).optional(),
})

/** What a grant request is answered with. `expiresIn` is not our concern: the browser goes there at once. */
export const grantAnswerSchema = z.object({ grantUrl: z.string().max(8_192) })

/** What a refusal says (RFC 6749 §5.2), as far as it says anything that is understood. */
export const refusalAnswerSchema = z.object({
  error: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .catch(''),
  error_description: z.string().catch(''),
  // By its form and length none of the secrets that we send, should they be echoed.
  requestId: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .catch(''),
})

/**
 * Whether a browser may be sent there: an address of the platform itself, as every reader of URLs sees it, whose path
 * ends in an SSO entry.
 */
export function isGrantUrl(text: string, platformUrl: string): boolean {
  return (
    /^[!-~]+$/.test(text) && readOrigin(text) === new URL(platformUrl).origin && /\/sso\/?$/.test(new URL(text).pathname)
  )
}

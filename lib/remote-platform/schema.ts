import { z } from 'zod'

/** A token response. The access token must be a b64token (RFC 6750 §2.1), because it goes into a header. */
export const tokenResponseSchema = z.object({
  accessToken: z.string().regex(/^[A-Za-z0-9._~+/-]{1,8192}=*$/),
  tokenType: z.string().regex(/^bearer$/i),
  expiresIn: z.int().min(1),
  refreshToken: z.string().min(1).max(8_192).optional(),
})

/** A grant response. `expiresIn` is ignored: the browser opens the link at once. */
export const grantResponseSchema = z.object({ grantUrl: z.string().max(8_192) })

/** Protocol, section 8; RFC 6749 §5.2; RFC 6750 §3.1. */
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

/** The known parts of a refusal. The rest is not logged: it may echo secrets of the request. */
export const refusalResponseSchema = z.object({
  error: z.enum([...knownErrors, '']).catch(''),
  /** The request ID in the platform's log, in Latchkey's form. */
  requestId: z
    .string()
    .regex(/^req_[0-9A-Za-z]{20}$/)
    .catch(''),
})

export type RefusalContent = z.output<typeof refusalResponseSchema>

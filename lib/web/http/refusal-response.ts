import { countUse } from '#lib/foundation/buffers/usage-counts.ts'
import type { Services } from '#lib/foundation/services.ts'
import { clientAlgorithms } from '#lib/kernel/client-algorithms.ts'
import { type Refusal, type RefusalCode, toRefusal } from '#lib/kernel/errors.ts'
import { measurements } from '#lib/kernel/measurements.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'
import {
  commonResponseHeaders,
  type EndpointContext,
  type EndpointResponse,
  jsonResponse,
  type ResponseHeaders,
} from '#lib/web/http/endpoint.ts'
import { keepRefusal } from '#lib/web/http/keep-refusal.ts'

/** The protection space of the challenges (RFC 9110 §11.5). */
const realm = 'realm="Latchkey"'

/** RFC 6749 §5.2 and RFC 6750 §3, §3.1: a request without credentials gets a challenge without an error. */
const challenges: Partial<Record<RefusalCode, (refusal: Refusal) => string | undefined>> = {
  invalid_client: () => `Basic ${realm}, charset="UTF-8"`,
  unauthorized: () => `Bearer ${realm}`,
  malformed_bearer: bearerError,
  invalid_token: (refusal) => (refusal.reason === 'proof_missing' ? dpopError(refusal) : bearerError(refusal)),
  invalid_dpop_proof: dpopError,
  use_dpop_nonce: dpopError,
  insufficient_scope: (refusal) => `${bearerError(refusal)}, scope="${refusal.scope}"`,
}

/** The JSON response to an error: `server_error` if unexpected. The reason is kept, and goes to the log. */
export function refusalResponse(error: unknown, request: Request, context: EndpointContext): EndpointResponse {
  const refusal = toRefusal(error)
  const { requestId } = context
  recordRefusal(refusal, request, context)
  // Those of `input_invalid` are for forms.
  const fields = refusal.code === 'input_invalid' ? undefined : refusal.fields
  const body = {
    error: refusal.error,
    error_description: refusal.description,
    ...(fields && { fields }),
    requestId,
  }
  return jsonResponse(body, { status: refusal.status, headers: refusalHeaders(refusal, requestId) })
}

export function refusalHeaders(refusal: Refusal, requestId: string): ResponseHeaders {
  const challenge = challenges[refusal.code]?.(refusal)
  return {
    ...commonResponseHeaders(requestId),
    ...(challenge && { 'WWW-Authenticate': challenge }),
    ...retryHeaders(refusal),
  }
}

/** Every 503 carries `Retry-After`. */
export function retryHeaders(refusal: Refusal): ResponseHeaders {
  const seconds = refusal.retryAfterSeconds ?? (refusal.status === 503 ? 1 : undefined)
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) }
}

function bearerError(refusal: Refusal): string {
  return `Bearer ${realm}, error="${refusal.error}", error_description="${refusal.description}"`
}

/** RFC 9449 §7.1. The token endpoint answers 400, without a challenge (§5). */
function dpopError({ status, error, description }: Refusal): string | undefined {
  if (status !== 401) return undefined
  return `DPoP ${realm}, error="${error}", error_description="${description}", algs="${clientAlgorithms.join(' ')}"`
}

/** Keeps the reason of a refusal, and logs the refusal with the URL that explains it. */
export function recordRefusal(refusal: Refusal, request: Request, context: EndpointContext): void {
  const { services, address, requestId } = context
  logRefusal(services, refusal, { address, requestId, why: keepRefusal(refusal, request, context) })
}

/**
 * Counts a refusal and logs it: 500 and 502 as errors, 503 as a warning, client errors and 501 as information: a
 * directory that asks for what SCIM leaves optional is no fault of this server. `why` is the URL that explains it.
 */
export function logRefusal(
  services: Pick<Services, 'log' | 'usage' | 'keyUsage'>,
  refusal: Refusal,
  { address, requestId, why }: RequestContext & Readonly<{ why?: string | undefined }>,
): void {
  const level = refusal.status === 503 ? 'warn' : refusal.status >= 500 && refusal.status !== 501 ? 'error' : 'info'
  const { code, status, detail, cause } = refusal
  countUse(services, `refused:${code}`)
  measurements.refusals.set(code, (measurements.refusals.get(code) ?? 0) + 1)
  services.log[level](
    { address, requestId, code, status, detail, why, ...(cause === undefined ? {} : { error: cause }) },
    'refused',
  )
}

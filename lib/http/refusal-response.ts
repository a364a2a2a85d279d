import { type Refusal, type RefusalCode, toRefusal } from '#lib/errors.ts'
import { commonResponseHeaders } from '#lib/http/endpoint.ts'
import { type EndpointResponse, jsonResponse, type ResponseHeaders } from '#lib/http/endpoint-response.ts'
import type { Log } from '#lib/log.ts'
import type { RequestContext } from '#lib/request-context.ts'

/** The protection space of the challenges (RFC 9110 §11.5). */
const realm = 'realm="Latchkey"'

/**
 * What a 401 or 403 asks for. RFC 6749 §5.2: a client is told the one scheme it may use in the header. RFC 6750 §3.1:
 * without any credentials the challenge carries no error.
 */
const challenges: Partial<Record<RefusalCode, (refusal: Refusal) => string>> = {
  invalid_client: () => `Basic ${realm}, charset="UTF-8"`,
  unauthorized: () => `Bearer ${realm}`,
  malformed_bearer: bearerError,
  invalid_token: bearerError,
  insufficient_scope: (refusal) => `${bearerError(refusal)}, scope="sso"`,
}

/**
 * The JSON answer to a request that failed, for whatever reason: exactly `error`, `error_description`, `requestId`.
 * What is private about it goes to the log, and what nobody foresaw is answered as `server_error`.
 */
export function refusalResponse(log: Log, error: unknown, source: RequestContext): EndpointResponse {
  const refusal = toRefusal(error)
  logRefusal(log, refusal, source)
  const body = { error: refusal.error, error_description: refusal.description, requestId: source.requestId }
  return jsonResponse(body, { status: refusal.status, headers: refusalHeaders(refusal, source.requestId) })
}

export function refusalHeaders(refusal: Refusal, requestId: string): ResponseHeaders {
  const challenge = challenges[refusal.code]
  return {
    ...commonResponseHeaders(requestId),
    ...(challenge && { 'WWW-Authenticate': challenge(refusal) }),
    ...retryHeaders(refusal),
  }
}

/** `Retry-After`: a busy service always tells when to come back. */
export function retryHeaders(refusal: Refusal): ResponseHeaders {
  const seconds = refusal.retryAfterSeconds ?? (refusal.status === 503 ? 1 : undefined)
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) }
}

function bearerError(refusal: Refusal): string {
  return `Bearer ${realm}, error="${refusal.error}", error_description="${refusal.description}"`
}

/** Our own failures are errors, a busy database is a warning, and a client's mistake is merely information. */
export function logRefusal(log: Log, refusal: Refusal, source: RequestContext): void {
  const level = refusal.status === 503 ? 'warn' : refusal.status >= 500 ? 'error' : 'info'
  const { code, status, detail, cause } = refusal
  log[level]({ ...source, code, status, detail, ...(cause === undefined ? {} : { error: cause }) }, 'refused')
}

import { randomBase62 } from '#lib/crypto.ts'
import type { Answer, AnswerHeaders } from '#lib/http/answer.ts'
import type { Source } from '#lib/users/actor.ts'

/** What the server in front has settled about a request, beyond the request itself. */
export type RequestContext = Readonly<{
  /** The client's address: `TRUSTED_PROXIES` has been applied. */
  address: string
}>

/**
 * Answers every method of one path. Independent of Next: the server in front calls it, and the route handlers export
 * it. It never throws.
 */
export type Endpoint = (request: Request, context: RequestContext) => Promise<Answer>

/** The headers every endpoint's answer carries (section 8 of the protocol), with the request's own id. */
export function answerHeaders(requestId: string) {
  return {
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  } satisfies AnswerHeaders
}

/** Address and request id. The server in front sets the id; a request that came another way gets a fresh one. */
export function readSource(request: Request, context: RequestContext): Source {
  return { address: context.address, requestId: request.headers.get('x-request-id') ?? newRequestId() }
}

/** An id for one request, in its answer and in every line of the log about it. */
export function newRequestId(): string {
  return `req_${randomBase62(20)}`
}

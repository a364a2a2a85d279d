import type { IHttpRequest, IHttpResponse } from '@stoplight/prism-http'

/** One request and its answer, and what of them contradicts the document. */
export type Exchange = Readonly<{
  request: IHttpRequest
  answer: IHttpResponse
  /** Of the answer. */
  violations: readonly string[]
  /** Of the request: refusals are asked for on purpose. */
  requestViolations: readonly string[]
}>

/** Such as `POST /auth/v1/token → 401`. */
export function describeExchange({ request, answer }: Pick<Exchange, 'request' | 'answer'>): string {
  return `${request.method.toUpperCase()} ${request.url.path} → ${answer.statusCode}`
}

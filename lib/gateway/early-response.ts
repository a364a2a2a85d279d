import type { ServerResponse } from 'node:http'
import { toRefusal } from '#lib/errors.ts'
import { prefersHtml } from '#lib/http/content-negotiation.ts'
import { requestPreferences } from '#lib/http/cookies.ts'
import type { EndpointContext } from '#lib/http/endpoint.ts'
import { commonResponseHeaders } from '#lib/http/endpoint-response.ts'
import { refusalPage } from '#lib/http/refusal-page.ts'
import { logRefusal } from '#lib/http/refusal-response.ts'

/** A response of the gateway itself: a redirect, or one sentence of text. With an `error` code it is JSON. */
export type EarlyResponse = Readonly<
  | { location: string }
  | { status: number; sentence: string; error?: string; headers?: Readonly<Record<string, string>> }
>

export const malformedTarget = { status: 400, sentence: 'The URL of this request is malformed.' }
export const malformedForm = { status: 400, sentence: 'The form of this request is malformed.' }
export const malformedHeaders = { status: 400, sentence: 'The headers of this request are malformed.' }
export const notFound = { status: 404, sentence: 'There is nothing at this URL.' }
export const notFoundJson = { ...notFound, error: 'not_found' }
export const signedOut = { status: 401, sentence: 'The session has ended. Sign in again.' }
/** The header tells Next's client that its page belongs to an older build. */
export const unknownAction = {
  status: 404,
  sentence: 'This page does not have this action. Reload it and try again.',
  headers: { 'X-Nextjs-Action-Not-Found': '1' },
}
export const foreignForm = {
  status: 403,
  sentence: 'This form was sent from another site. Open Latchkey and try again.',
}
export const managersOnly = { status: 403, sentence: 'Your role does not allow this.' }
export const lengthRequired = { status: 411, sentence: 'The request needs a Content-Length.' }
export const overBudget = {
  status: 503,
  sentence: 'The server is receiving too many forms at once. Try again shortly.',
  headers: { 'Retry-After': '2' },
}

export function methodNotAllowed(methods: readonly string[]): EarlyResponse {
  return { status: 405, sentence: 'This method is not allowed here.', headers: { Allow: methods.join(', ') } }
}

export function tooLarge(limit: string): EarlyResponse {
  return { status: 413, sentence: `This is larger than ${limit}. Send less at once.` }
}

export function redirectToSignIn(path: string): EarlyResponse {
  return { status: 303, sentence: signedOut.sentence, headers: { Location: path } }
}

/** The connection stays open: closing it while the client still sends would lose the response. */
export function sendEarlyResponse(response: ServerResponse, early: EarlyResponse, requestId: string): void {
  const common = commonResponseHeaders(requestId)
  if ('location' in early) {
    response.writeHead(307, { ...common, Location: early.location }).end()
    return
  }
  const { status, sentence, error } = early
  const headers = { ...common, ...early.headers }
  if (error === undefined) {
    const text = `${sentence}\nRequest ID: ${requestId}\n`
    response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }).end(text)
    return
  }
  const body = JSON.stringify({ error, error_description: sentence, requestId })
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(body)
}

/** Responds to an error in the gateway: 503 if waiting may help, otherwise 500. A browser that navigates gets a page. */
export function sendFailure(response: ServerResponse, error: unknown, context: EndpointContext): void {
  const refusal = toRefusal(error)
  const { requestId } = context
  logRefusal(context.services.log, refusal, context)
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { cookie = '', accept, 'accept-language': languages = '' } = response.req.headers
  if (prefersHtml(accept)) {
    const reader = requestPreferences({ headers: new Headers({ cookie, 'accept-language': languages }) })
    const { status, headers, body } = refusalPage({ refusal, reader, requestId })
    response.writeHead(status, { ...headers }).end(body)
    return
  }
  const { status, description: sentence } = refusal
  const headers = { 'Retry-After': String(refusal.retryAfterSeconds ?? 1) }
  sendEarlyResponse(response, { status, sentence, ...(status === 503 && { headers }) }, requestId)
}

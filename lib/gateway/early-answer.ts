import type { ServerResponse } from 'node:http'
import { toRefusal } from '#lib/errors.ts'
import { commonResponseHeaders } from '#lib/http/endpoint.ts'
import { logRefusal } from '#lib/http/refusal-response.ts'
import type { Log } from '#lib/log.ts'
import type { RequestContext } from '#lib/request-context.ts'

/** An answer of the front itself: a redirect, or a status with one sentence. With an `error` it is JSON for programs. */
export type EarlyAnswer = Readonly<
  | { location: string }
  | { status: number; sentence: string; error?: string; headers?: Readonly<Record<string, string>> }
>

export const unreadableTarget = { status: 400, sentence: 'The URL of this request is malformed.' }
export const unreadableForm = { status: 400, sentence: 'The form of this request is malformed.' }
export const unreadableHeaders = { status: 400, sentence: 'The headers of this request are malformed.' }
export const notFound = { status: 404, sentence: 'There is nothing at this URL.' }
export const signedOut = { status: 401, sentence: 'The session has ended. Sign in again.' }
/** By this header the client of Next knows that the page is of an older build. */
export const unknownAction = {
  status: 404,
  sentence: 'This page does not have this action. Reload it and try again.',
  headers: { 'X-Nextjs-Action-Not-Found': '1' },
}
export const notFoundJson = { ...notFound, error: 'not_found' }
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

export function methodNotAllowed(methods: readonly string[]): EarlyAnswer {
  return { status: 405, sentence: 'This method is not allowed here.', headers: { Allow: methods.join(', ') } }
}

export function tooLarge(limit: string): EarlyAnswer {
  return { status: 413, sentence: `This is larger than ${limit}. Send less at once.` }
}

/** Leads to the sign-in page. */
export function signInFirst(path: string): EarlyAnswer {
  return { status: 303, sentence: signedOut.sentence, headers: { Location: path } }
}

/** Sends the answer. The connection stays open: closing it on a client that still sends would lose the answer. */
export function answerEarly(response: ServerResponse, answer: EarlyAnswer, requestId: string): void {
  const common = commonResponseHeaders(requestId)
  if ('location' in answer) {
    response.writeHead(307, { ...common, Location: answer.location }).end()
    return
  }
  const { status, sentence, error } = answer
  const headers = { ...common, ...answer.headers }
  if (error === undefined) {
    const text = `${sentence}\nRequest id: ${requestId}\n`
    response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }).end(text)
    return
  }
  const body = JSON.stringify({ error, error_description: sentence, requestId })
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(body)
}

type Failure = Readonly<{ error: unknown; log: Log; source: RequestContext }>

/** Answers a request that failed before anything behind answered it: 503 if the database was away, otherwise 500. */
export function answerFailure(response: ServerResponse, { error, log, source }: Failure): void {
  const refusal = toRefusal(error)
  logRefusal(log, refusal, source)
  const { status, description } = refusal
  const headers = { 'Retry-After': String(refusal.retryAfterSeconds ?? 1) }
  if (response.headersSent) response.destroy()
  else answerEarly(response, { status, sentence: description, ...(status === 503 && { headers }) }, source.requestId)
}

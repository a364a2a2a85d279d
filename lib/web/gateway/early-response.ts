import type { ServerResponse } from 'node:http'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { toRefusal } from '#lib/kernel/errors.ts'
import { prefersHtml } from '#lib/web/http/content-negotiation.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { commonResponseHeaders, type EndpointContext } from '#lib/web/http/endpoint.ts'
import { refusalPage } from '#lib/web/http/refusal-page.ts'
import { logRefusal } from '#lib/web/http/refusal-response.ts'

/** A response of the gateway itself: a redirect, or one sentence of text. With an `error` code it is JSON. */
export type EarlyResponse = Readonly<
  | { location: string }
  | { status: number; sentence: string; error?: string; headers?: Readonly<Record<string, string>> }
>

export const signedOut = { status: 401, sentence: 'The session has ended. Sign in again.' }

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

/**
 * Responds to an error in the gateway: 503 if waiting may help, otherwise 500. A browser that navigates gets a page.
 */
export async function sendFailure(response: ServerResponse, error: unknown, context: EndpointContext): Promise<void> {
  const refusal = toRefusal(error)
  const { requestId } = context
  logRefusal(context.services, refusal, context)
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { cookie = '', accept, 'accept-language': languages = '' } = response.req.headers
  if (prefersHtml(accept)) {
    const reader = requestPreferences({ headers: new Headers({ cookie, 'accept-language': languages }) })
    const organization = await readOrganization(context.services)
    const { status, headers, body } = refusalPage({ refusal, organization, reader, requestId })
    if (!response.headersSent) response.writeHead(status, { ...headers }).end(body)
    return
  }
  const { status, description: sentence } = refusal
  const headers = { 'Retry-After': String(refusal.retryAfterSeconds ?? 1) }
  sendEarlyResponse(response, { status, sentence, ...(status === 503 && { headers }) }, requestId)
}

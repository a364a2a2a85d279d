import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isLoopbackHost } from '#lib/env.ts'
import { logWhenDone } from '#lib/front/access-log.ts'
import { createAddressReader } from '#lib/front/client-address.ts'
import { createPageHeaders, type PageHeaderFacts } from '#lib/front/page-headers.ts'
import { isAssetPath, isClientApiPath, isEndpointPath } from '#lib/front/paths.ts'
import { comesFromOurPages } from '#lib/front/same-origin.ts'
import { newRequestId } from '#lib/http/endpoint.ts'
import type { Services } from '#lib/services.ts'
import type { Source } from '#lib/users/actor.ts'

export type FrontOptions = Readonly<{
  /** Answers whatever the front lets through. */
  handle: RequestListener
  development: boolean
}>

/** An import of 5 MB and what surrounds it. `next.config.ts` names the same figure. */
const longestFormBytes = 6 * 1024 * 1024
const routedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** What a client says about itself by these is replaced by what we know, or by nothing. */
const spoofableHeaders = ['forwarded', 'x-forwarded-port', 'x-real-ip', 'content-security-policy']

/**
 * What stands before everything else: settles who asks and under which id, keeps foreign pages out, gives pages their
 * security headers, and writes the access log.
 */
export function createFront(services: Services, options: FrontOptions): RequestListener {
  const { env, log } = services
  const readAddress = createAddressReader(env.trustedProxies)
  return (request, response) => {
    const target = readTarget(request, env.baseUrl)
    const source = { address: readAddress(request), requestId: newRequestId() }
    logWhenDone(log, response, { ...source, method: request.method ?? '', pathname: target?.pathname ?? '' })
    try {
      const early = target ? decideEarly(request, target, env.baseUrl) : unreadable
      if (!target || early) return answerEarly(response, early ?? unreadable, source.requestId)
      settleHeaders(request, target, env.baseUrl, source)
      const facts = { baseUrl: env.baseUrl, requestId: source.requestId, development: options.development }
      addPageHeaders(request, response, target.pathname, facts)
      options.handle(request, response)
    } catch (error) {
      log.error({ ...source, error }, 'the front failed')
      if (response.headersSent) response.destroy()
      else answerEarly(response, failed, source.requestId)
    }
  }
}

type EarlyAnswer = Readonly<{ location: string } | { status: number; sentence: string }>

const unreadable = { status: 400, sentence: 'The address of this request cannot be read.' }
const notRouted = { status: 405, sentence: 'This method is not allowed here.' }
const foreignForm = { status: 403, sentence: 'This form was sent from another site. Open Latchkey and try again.' }
const tooLarge = { status: 413, sentence: 'This is larger than 6 MB. Send less at once.' }
const noLength = { status: 411, sentence: 'Say how long the body is (Content-Length).' }
const failed = { status: 500, sentence: 'The service failed. Quote the request id.' }

/** The answer to a request that must not get further, or undefined. */
function decideEarly(request: IncomingMessage, target: URL, baseUrl: string): EarlyAnswer | undefined {
  const isEndpoint = isEndpointPath(target.pathname)
  if (!isEndpoint && !routedMethods.has(request.method ?? '')) return notRouted
  // A client program may use any spelling of the host and stands on no page.
  if (isClientApiPath(target.pathname)) return undefined
  const base = new URL(baseUrl)
  if (request.headers.host !== base.host && isLoopbackHost(base.hostname)) {
    return { location: `${baseUrl}${target.pathname}${target.search}` }
  }
  if (isEndpoint) return undefined
  return comesFromOurPages(request, baseUrl) ? judgeBody(request) : foreignForm
}

/** A form's body, judged before it is read: the router behind us answers a body over its limit with a failure. */
function judgeBody({ headers }: IncomingMessage): EarlyAnswer | undefined {
  if (headers['transfer-encoding'] !== undefined) return noLength
  return Number(headers['content-length'] ?? 0) > longestFormBytes ? tooLarge : undefined
}

function addPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  facts: PageHeaderFacts,
): void {
  if (isEndpointPath(pathname) || isAssetPath(pathname)) return
  const headers = createPageHeaders(facts)
  // Next takes the nonce for its scripts from the request's own header.
  request.headers['content-security-policy'] = headers['Content-Security-Policy']
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** Path and query of the request line, also of its absolute form; undefined where it is neither. */
function readTarget(request: IncomingMessage, baseUrl: string): URL | undefined {
  const line = request.url ?? ''
  const text = line.startsWith('/') ? `${baseUrl}${line}` : line
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol.startsWith('http') ? url : undefined
}

/** From here on the request says of itself what we know of it. */
function settleHeaders(request: IncomingMessage, target: URL, baseUrl: string, source: Source): void {
  const base = new URL(baseUrl)
  for (const name of spoofableHeaders) delete request.headers[name]
  Object.assign(request.headers, {
    host: base.host,
    'x-forwarded-for': source.address,
    'x-forwarded-host': base.host,
    'x-forwarded-proto': base.protocol.slice(0, -1),
    'x-request-id': source.requestId,
    // Next tells a server component no path: this is where a person comes back to after signing in.
    'x-latchkey-target': `${target.pathname}${target.search}`,
  })
  request.url = `${target.pathname}${target.search}`
  // Next would drop a method it has no name for; an endpoint refuses every method it does not take in the same way.
  if (!routedMethods.has(request.method ?? '')) request.method = 'DELETE'
}

function answerEarly(response: ServerResponse, answer: EarlyAnswer, requestId: string): void {
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId }
  if ('location' in answer) {
    response.writeHead(307, { ...headers, Location: answer.location }).end()
    return
  }
  const ended = { ...headers, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }
  response.writeHead(answer.status, ended).end(`${answer.sentence}\nRequest id: ${requestId}\n`)
}

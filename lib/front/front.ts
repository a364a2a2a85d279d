import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { secondMs } from '#lib/clock.ts'
import { isLoopbackHost } from '#lib/env.ts'
import { toRefusal } from '#lib/errors.ts'
import { logWhenDone } from '#lib/front/access-log.ts'
import { createAddressReader } from '#lib/front/client-address.ts'
import { isScriptSignedOut } from '#lib/front/ended-session.ts'
import { findEndpoint } from '#lib/front/endpoint-table.ts'
import { createFormGate, type FormGate } from '#lib/front/form-gate.ts'
import { createPageHeaders, type PageHeaderFacts } from '#lib/front/page-headers.ts'
import { isAssetPath, isClientApiPath, isEndpointPath, isUnknownApiPath, methodsOf } from '#lib/front/paths.ts'
import { repeatedCookieEndpoint, repeatsCookie } from '#lib/front/repeated-cookie.ts'
import { comesFromOurPages } from '#lib/front/same-origin.ts'
import { serveEndpoint } from '#lib/front/serve-endpoint.ts'
import { readTarget, settleRequest } from '#lib/front/settle-request.ts'
import { answerTroubleWith503 } from '#lib/front/trouble-status.ts'
import { newRequestId } from '#lib/http/endpoint.ts'
import { logRefusal } from '#lib/http/refusal-answer.ts'
import { toFlatLog } from '#lib/log.ts'
import { watchForTrouble } from '#lib/met-trouble.ts'
import type { Services } from '#lib/services.ts'
import type { Source } from '#lib/users/actor.ts'
import { runWithWaitLimit } from '#lib/wait-limit.ts'

export type FrontOptions = Readonly<{
  /** Answers whatever the front lets through and does not answer itself. */
  handle: RequestListener
  development: boolean
  /** Whether that answers the endpoints, too: while developing it reloads them, and the two can be compared. */
  endpointsBehind: boolean
}>

/** No request waits longer than five seconds for the database, and then it has to be answered, too. */
const waitMs = 4.8 * secondMs

/** An import of 5 MB and what surrounds it. `next.config.mjs` names the same figure. */
const longestFormBytes = 6 * 1024 * 1024

/**
 * What stands before everything else: settles who asks and under which id, keeps foreign pages out, gives pages their
 * security headers, and writes the access log.
 */
export function createFront(services: Services, options: FrontOptions): RequestListener {
  const { env, log } = services
  const accessLog = toFlatLog(log)
  const readAddress = createAddressReader(env.trustedProxies)
  const base = new URL(env.baseUrl)
  const gate = createFormGate(services)
  return (request, response) => {
    const target = readTarget(request, base)
    const source = { address: readAddress(request), requestId: newRequestId() }
    logWhenDone(accessLog, response, { ...source, method: request.method ?? '', pathname: target?.pathname ?? '' })
    // Of every answer, the endpoints' too: it speaks of the host, not of a page (RFC 6797).
    if (env.baseUrl.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    try {
      passOn(request, response, { services, gate, target, source, base, options })
    } catch (error) {
      log.error({ ...source, error }, 'the front failed')
      if (response.headersSent) response.destroy()
      else answerEarly(response, failed, source.requestId)
    }
  }
}

type Settled = Readonly<{
  services: Services
  gate: FormGate
  target: URL | undefined
  source: Source
  base: URL
  options: FrontOptions
}>

function passOn(request: IncomingMessage, response: ServerResponse, settled: Settled): void {
  const { services, target, source, base, options } = settled
  const early = target ? decideEarly(request, target, base) : unreadable
  if (!target || early) {
    answerEarly(response, early ?? unreadable, source.requestId)
    return
  }
  settleRequest(request, target, base, source)
  const endpoint = repeatsCookie(request, target.pathname, base)
    ? repeatedCookieEndpoint
    : options.endpointsBehind
      ? undefined
      : findEndpoint(target.pathname)
  if (endpoint) {
    runWithWaitLimit(waitMs, () => serveEndpoint(request, response, { endpoint, context: source }))
    return
  }
  const { requestId } = source
  // Signing in goes on to where the person was heading: a launch, and with it the platform.
  const formTarget = target.pathname === '/sign-in' ? services.platform?.origin : undefined
  addPageHeaders(request, response, target.pathname, { requestId, development: options.development, formTarget })
  watchForTrouble((hasMetTrouble) => {
    if (!isEndpointPath(target.pathname)) answerTroubleWith503(response, hasMetTrouble)
    runWithWaitLimit(waitMs, () => passToRouter(request, response, target.pathname, settled))
  })
}

async function passToRouter(request: IncomingMessage, response: ServerResponse, pathname: string, settled: Settled) {
  const { services, gate, source, options } = settled
  const pass = () => options.handle(request, response)
  try {
    if (await isScriptSignedOut(services, request, pathname)) answerEarly(response, signedOut, source.requestId)
    else if (request.method === 'POST') await gate.admit({ request, response }, source.address, pass)
    else pass()
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(services.log, refusal, source)
    if (refusal.status === 503) response.setHeader('Retry-After', '1')
    answerEarly(response, { status: refusal.status, sentence: refusal.description }, source.requestId)
  }
}

type EarlyAnswer = Readonly<{ location: string } | { status: number; sentence: string; allow?: string }>

const unreadable = { status: 400, sentence: 'The address of this request cannot be read.' }
const unknown = { status: 404, sentence: 'There is nothing at this address.' }
const foreignForm = { status: 403, sentence: 'This form was sent from another site. Open Latchkey and try again.' }
const tooLarge = { status: 413, sentence: 'This is larger than 6 MB. Send less at once.' }
const unreadableForm = { status: 400, sentence: 'The form of this request cannot be read.' }
const noLength = { status: 411, sentence: 'Say how long the body is (Content-Length).' }
const signedOut = { status: 401, sentence: 'The session has ended. Sign in again.' }
const failed = { status: 500, sentence: 'The service failed. Quote the request id.' }

/** The answer to a request that must not get further, or undefined. */
function decideEarly(request: IncomingMessage, target: URL, base: URL): EarlyAnswer | undefined {
  const isEndpoint = isEndpointPath(target.pathname)
  const methods = methodsOf(target.pathname)
  // The router behind us answers some of the others with a failure.
  if (!isEndpoint && !methods.includes(request.method ?? '')) return notAllowed(methods)
  // No page's form may be sent there instead, where nobody asks which page it comes from.
  if (request.method === 'POST' && isUnknownApiPath(target.pathname)) return unknown
  // A client program may use any spelling of the host and stands on no page.
  if (isClientApiPath(target.pathname)) return undefined
  if (request.headers.host !== base.host && isLoopbackHost(base.hostname)) {
    return { location: `${base.origin}${target.pathname}${target.search}` }
  }
  if (isEndpoint) return undefined
  return comesFromOurPages(request, base.origin) ? judgeBody(request) : foreignForm
}

function notAllowed(methods: readonly string[]): EarlyAnswer {
  return { status: 405, sentence: 'This method is not allowed here.', allow: methods.join(', ') }
}

/** A form's body, judged before it is read: the router behind us answers what it cannot take with a failure. */
function judgeBody({ headers }: IncomingMessage): EarlyAnswer | undefined {
  const type = headers['content-type'] ?? ''
  // RFC 2046 §5.1.1: without its boundary nobody can tell the parts.
  if (/^multipart\//i.test(type) && !/;\s*boundary=("[^"]{1,70}"|[^\s";]{1,70})\s*(;|$)/i.test(type))
    return unreadableForm
  if (headers['transfer-encoding'] !== undefined) return noLength
  return Number(headers['content-length'] ?? 0) > longestFormBytes ? tooLarge : undefined
}

function addPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  facts: PageHeaderFacts,
): void {
  if (isEndpointPath(pathname)) return
  if (isAssetPath(pathname)) {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    return
  }
  const headers = createPageHeaders(facts)
  // Next takes the nonce for its scripts from the request's own header.
  request.headers['content-security-policy'] = headers['Content-Security-Policy']
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

function answerEarly(response: ServerResponse, answer: EarlyAnswer, requestId: string): void {
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId }
  if ('location' in answer) {
    response.writeHead(307, { ...headers, Location: answer.location }).end()
    return
  }
  // The connection stays open: one that was closed on a client still sending would take the sentence with it.
  const allow = answer.allow === undefined ? {} : { Allow: answer.allow }
  const described = { ...headers, ...allow, 'Content-Type': 'text/plain; charset=utf-8' }
  response.writeHead(answer.status, described).end(`${answer.sentence}\nRequest id: ${requestId}\n`)
}

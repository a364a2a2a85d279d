import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { secondMs } from '#lib/clock.ts'
import { watchForTrouble } from '#lib/database-outage.ts'
import { logWhenDone } from '#lib/gateway/access-log.ts'
import { BodyBudget } from '#lib/gateway/body-budget.ts'
import { createAddressReader } from '#lib/gateway/client-address.ts'
import {
  answerEarly,
  answerFailure,
  type EarlyAnswer,
  signedOut,
  unreadableForm,
  unreadableTarget,
} from '#lib/gateway/early-answer.ts'
import { refuseEarly } from '#lib/gateway/early-refusal.ts'
import { isScriptSignedOut } from '#lib/gateway/ended-session.ts'
import { findEndpoint } from '#lib/gateway/endpoint-table.ts'
import { createFormGate, type FormGate } from '#lib/gateway/form-gate.ts'
import { runForRequest } from '#lib/gateway/framework-log.ts'
import { checkPageForm } from '#lib/gateway/page-form.ts'
import { addPageHeaders } from '#lib/gateway/page-headers.ts'
import type { PageTable } from '#lib/gateway/page-table.ts'
import { isEndpointPath } from '#lib/gateway/paths.ts'
import { replaceBody } from '#lib/gateway/read-body.ts'
import { receiveForm } from '#lib/gateway/receive-form.ts'
import { repeatedCookieEndpoint, repeatsCookie } from '#lib/gateway/repeated-cookie.ts'
import { overloadedEndpoint, serveEndpoint } from '#lib/gateway/serve-endpoint.ts'
import { readTarget, settleRequest } from '#lib/gateway/settle-request.ts'
import { answerTroubleWith503 } from '#lib/gateway/trouble-status.ts'
import type { Endpoint } from '#lib/http/endpoint.ts'
import { toFlatLog } from '#lib/log.ts'
import type { RequestContext } from '#lib/request-context.ts'
import { newRequestId } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'
import { runWithWaitLimit } from '#lib/wait-budget.ts'

export type FrontOptions = Readonly<{
  /** Answers whatever the front lets through and does not answer itself. */
  handle: RequestListener
  development: boolean
  /** Whether that answers the endpoints, too: while developing it reloads them, and the two can be compared. */
  endpointsBehind: boolean
  /** What it has a page or a file for. */
  isPage: PageTable
}>

/** No request waits longer than five seconds for the database, and then it has to be answered, too. */
const waitMs = 4.8 * secondMs

type Front = Readonly<{ services: Services; options: FrontOptions; base: URL; budget: BodyBudget; gate: FormGate }>
type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse; target: URL; source: RequestContext }>

/**
 * The server in front of everything else: settles the client's address and the request id, refuses what must not get
 * further, receives forms within their limits, gives pages their security headers, and writes the access log.
 */
export function createFront(services: Services, options: FrontOptions): RequestListener {
  const { env, log } = services
  const accessLog = toFlatLog(log)
  const readAddress = createAddressReader(env.trustedProxies)
  const base = new URL(env.baseUrl)
  const front: Front = { services, options, base, budget: new BodyBudget(), gate: createFormGate(services) }
  return (request, response) => {
    const target = readTarget(request, base)
    const source = { address: readAddress(request), requestId: newRequestId() }
    logWhenDone(accessLog, response, { ...source, method: request.method ?? '', pathname: target?.pathname ?? '' })
    // On every response, those of the endpoints included: it is about the host, not about a page (RFC 6797).
    if (env.transportSecurity !== undefined) response.setHeader('Strict-Transport-Security', env.transportSecurity)
    try {
      const early = target ? refuseEarly(request, target, base, options) : unreadableTarget
      if (!target || early) answerEarly(response, early ?? unreadableTarget, source.requestId)
      else serve(front, { request, response, target, source })
    } catch (error) {
      answerFailure(response, { error, log, source })
    }
  }
}

function serve(front: Front, exchange: Exchange): void {
  const endpoint = chooseEndpoint(front, exchange)
  if (endpoint) serveWithinBudget(front, exchange, endpoint)
  else servePage(front, exchange)
}

/** The endpoint that answers here; undefined for a page. */
function chooseEndpoint({ options, base }: Front, { request, target }: Exchange): Endpoint | undefined {
  if (repeatsCookie(request, target.pathname, base)) return repeatedCookieEndpoint
  return options.endpointsBehind ? undefined : findEndpoint(target.pathname)
}

function serveWithinBudget({ base, budget }: Front, exchange: Exchange, endpoint: Endpoint): void {
  const { request, response, target, source } = exchange
  settleRequest(request, target, base, source)
  const isHeld = budget.holdEndpointBody(request, response, source.address)
  const call = { endpoint: isHeld ? endpoint : overloadedEndpoint, context: source }
  runWithWaitLimit(waitMs, () => serveEndpoint(request, response, call))
}

function servePage(front: Front, exchange: Exchange): void {
  const { services, options, base } = front
  const { request, response, target, source } = exchange
  const { pathname } = target
  settleRequest(request, target, base, source)
  // Signing in goes on to where the user was heading: a launch, and with it the platform.
  const formTarget = pathname === '/sign-in' ? services.platform?.origin : undefined
  const facts = { requestId: source.requestId, development: options.development, formTarget }
  addPageHeaders(request, response, pathname, facts)
  watchForTrouble((hasMetTrouble) => {
    if (!isEndpointPath(pathname)) answerTroubleWith503(response, hasMetTrouble)
    void runForRequest(source, () => runWithWaitLimit(waitMs, () => passToPages(front, exchange)))
  })
}

/** In this order: who asks, what is sent, whether it is its turn, and only then what it says. */
async function passToPages({ services, options, budget, gate }: Front, exchange: Exchange): Promise<void> {
  const { request, response, target, source } = exchange
  const { pathname } = target
  await answering(services, exchange, async () => {
    const isEndpoint = isEndpointPath(pathname)
    if (!isEndpoint && (await isScriptSignedOut(services, request, pathname))) return signedOut
    if (request.method !== 'POST' || isEndpoint) {
      options.handle(request, response)
      return undefined
    }
    const received = await receiveForm(services, request, { pathname, hold: budget.open(response, source.address) })
    if (!Buffer.isBuffer(received)) return received
    const pass = () => void answering(services, exchange, () => passForm(options, exchange, received))
    await gate.admit({ request, response }, source.address, pass)
    return undefined
  })
}

async function passForm({ handle }: FrontOptions, { request, response }: Exchange, body: Buffer<ArrayBuffer>) {
  const form = await checkPageForm(request, body)
  if (!form) return unreadableForm
  if (form.body !== body) replaceBody(request, form.body, form.contentType)
  handle(request, response)
  return undefined
}

/** Sends the answer that the work returns, and one to its failure, as long as there is a client. */
async function answering(
  { log }: Services,
  { response, source }: Exchange,
  work: () => Promise<EarlyAnswer | undefined>,
): Promise<void> {
  try {
    const early = await work()
    if (early && !response.closed) answerEarly(response, early, source.requestId)
  } catch (error) {
    if (!response.closed) answerFailure(response, { error, log, source })
  }
}

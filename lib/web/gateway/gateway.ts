import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { censorPath, type FlatLog, toFlatLog } from '#lib/kernel/log.ts'
import { measureRequests, toOutcome } from '#lib/kernel/measurements.ts'
import { newRequestId, type RequestContext } from '#lib/kernel/request-context.ts'
import { readTraceContext } from '#lib/kernel/trace-context.ts'
import { runWithWaitBudget } from '#lib/kernel/wait-budget.ts'
import type { Scrape } from '#lib/server/metrics/create-scrape.ts'
import { BodyBudget } from '#lib/web/gateway/body-budget.ts'
import { createAddressReader } from '#lib/web/gateway/client-address.ts'
import { sendEarlyResponse, sendFailure } from '#lib/web/gateway/early-response.ts'
import type { Exchange, Target } from '#lib/web/gateway/exchange.ts'
import { normalizeRequest, readRequestTarget } from '#lib/web/gateway/normalize-request.ts'
import { createPageGate } from '#lib/web/gateway/page-gate.ts'
import { rejectEarly } from '#lib/web/gateway/reject-early.ts'
import { repeatedCookieEndpoint, repeatsCookie } from '#lib/web/gateway/repeated-cookie.ts'
import { createRouteTable, type PageTable, type Route } from '#lib/web/gateway/route-table.ts'
import { serveEndpoint } from '#lib/web/gateway/serve-endpoint.ts'
import { metricsPath, serveMetrics } from '#lib/web/gateway/serve-metrics.ts'
import { servePage } from '#lib/web/gateway/serve-page.ts'
import type { Endpoint } from '#lib/web/http/endpoint.ts'

/**
 * How long one request may wait for the database. Callers expect a response within five seconds, rendering included.
 */
const waitLimitMs = 4.6 * secondMs

export type GatewayOptions = Readonly<{
  /** Next: responds to every request that the gateway neither rejects nor serves by an endpoint. */
  handle: RequestListener
  development: boolean
  /** Next's route handlers serve the endpoints: in development it reloads them, and a test compares the two. */
  endpointsBehind: boolean
  isPage: PageTable
  /** Responds at `/metrics` if `METRICS_TOKEN` is set. */
  scrape?: Scrape | undefined
}>

const malformed = { status: 400, sentence: 'The URL of this request is malformed.' }

/** The server in front of Next: client IP, request ID, limits, endpoints, security headers and access log. */
export function createGateway(services: Services, options: GatewayOptions): RequestListener {
  const { env, log } = services
  const accessLog = toFlatLog(log)
  const readAddress = createAddressReader(env.trustedProxies, log)
  const base = new URL(env.baseUrl)
  const resolveRoute = createRouteTable(options.isPage)
  const site = { base, development: options.development }
  const budget = new BodyBudget()
  const { scrape } = options
  const metrics = scrape && env.metricsToken !== undefined ? { scrape, token: env.metricsToken } : undefined
  const pages = { services, handle: options.handle, budget, gate: createPageGate(services), ...site }

  function respond(request: IncomingMessage, response: ServerResponse, context: RequestContext): void {
    const target = readRequestTarget(request, base)
    const route = target && resolveRoute(target.pathname)
    const fields = describeRequest(request, context, target)
    logWhenDone(accessLog, response, { fields, measuredAs: route?.measuredAs ?? 'other' })
    // HSTS concerns the host, so every response carries it (RFC 6797 §7.1).
    if (env.transportSecurity !== undefined) response.setHeader('Strict-Transport-Security', env.transportSecurity)
    if (metrics && target?.pathname === metricsPath) {
      serveMetrics({ request, response, context: { ...context, services } }, metrics)
      return
    }
    if (!route) {
      sendEarlyResponse(response, malformed, context.requestId)
      return
    }
    const exchange = { request, response, target, route, context: { ...context, services } }
    const rejection = rejectEarly(exchange, site)
    if (rejection) sendEarlyResponse(response, rejection, context.requestId)
    else serve(exchange)
  }

  function serve(exchange: Exchange): void {
    const endpoint = chooseEndpoint(exchange)
    normalizeRequest(exchange, base)
    runWithWaitBudget(waitLimitMs, (hasMetOutage) => {
      if (endpoint) serveEndpoint(exchange, endpoint, budget)
      else servePage(exchange, pages, hasMetOutage)
    })
  }

  /** The endpoint that responds; undefined if Next does. */
  function chooseEndpoint(exchange: Exchange): Endpoint | undefined {
    const { route } = exchange
    if (!route.isApi && repeatsCookie(exchange, base)) return repeatedCookieEndpoint
    return options.endpointsBehind ? undefined : route.endpoint
  }

  return (request, response) => {
    const context = { address: readAddress(request), requestId: newRequestId() }
    try {
      respond(request, response, context)
    } catch (error) {
      void sendFailure(response, error, { ...context, services })
    }
  }
}

type AccessFields = RequestContext & Readonly<{ method: string; pathname: string; traceId?: string }>

function describeRequest(
  { method = '', headers }: IncomingMessage,
  context: RequestContext,
  target?: Target,
): AccessFields {
  const traceId = readTraceContext(String(headers.traceparent))?.traceId
  return { ...context, ...(traceId !== undefined && { traceId }), method, pathname: censorPath(target?.pathname ?? '') }
}

/**
 * Logs and measures a request once the response is out or the client has gone. No query: it may contain a one-time
 * token.
 */
function logWhenDone(
  log: FlatLog,
  response: ServerResponse,
  { fields, measuredAs }: Readonly<{ fields: AccessFields; measuredAs: Route['measuredAs'] }>,
): void {
  const startedAt = performance.now()
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 'aborted'
    const ms = performance.now() - startedAt
    measureRequests(measuredAs).add(status === 'aborted' ? status : toOutcome(status), ms / secondMs)
    log.info({ ...fields, status, ms: Math.round(ms) }, 'request')
  })
}

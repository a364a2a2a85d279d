import type { RequestListener } from 'node:http'
import type { Services } from '#lib/foundation/services.ts'
import { equalInConstantTime } from '#lib/kernel/crypto.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'
import type { Scrape } from '#lib/server/metrics/create-scrape.ts'
import { sendEarlyResponse, sendFailure } from '#lib/web/gateway/early-response.ts'
import type { Exchange } from '#lib/web/gateway/exchange.ts'
import { readRequestTarget } from '#lib/web/gateway/normalize-request.ts'
import { notFound } from '#lib/web/gateway/reject-early.ts'
import { commonResponseHeaders } from '#lib/web/http/endpoint.ts'

export const metricsPath = '/metrics'

const unauthorized = {
  status: 401,
  sentence: 'Send the value of METRICS_TOKEN in the header Authorization: Bearer <token>.',
  headers: { 'WWW-Authenticate': 'Bearer realm="Latchkey metrics"' },
}
const notAllowed = { status: 405, sentence: 'This method is not allowed here.', headers: { Allow: 'GET, HEAD' } }

/** What listens on `METRICS_PORT`: only `/metrics`, without a token. */
export function createMetricsListener(services: Services, scrape: Scrape): RequestListener {
  const base = new URL(services.env.baseUrl)
  return (request, response) => {
    const context = { services, requestId: newRequestId(), address: request.socket.remoteAddress ?? 'unknown' }
    if (readRequestTarget(request, base)?.pathname === metricsPath)
      void sendMetrics({ request, response, context }, scrape)
    else sendEarlyResponse(response, notFound, context.requestId)
  }
}

type MetricsExchange = Pick<Exchange, 'request' | 'response' | 'context'>

/** Sends the metrics, on the public port, to a client that has the token. */
export function serveMetrics(
  exchange: MetricsExchange,
  { scrape, token }: Readonly<{ scrape: Scrape; token: string }>,
): void {
  const { request, response, context } = exchange
  const [, given = ''] = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (equalInConstantTime(given, token)) void sendMetrics(exchange, scrape)
  else sendEarlyResponse(response, unauthorized, context.requestId)
}

async function sendMetrics({ request: { method }, response, context }: MetricsExchange, scrape: Scrape): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') return sendEarlyResponse(response, notAllowed, context.requestId)
  try {
    const text = await scrape.read()
    const headers = { ...commonResponseHeaders(context.requestId), 'Content-Type': scrape.contentType }
    response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text)
  } catch (error) {
    await sendFailure(response, error, context)
  }
}

import { createServer, type Server, type ServerOptions } from 'node:http'
import { minuteMs, secondMs } from '#lib/clock.ts'

/** So long a client may send nothing and take nothing of an answer. Longer than any page is silent for. */
const silenceMs = 2 * minuteMs

const limits = {
  // A slow client may not hold a connection; a proxy's idle connections outlive its own 60 s.
  headersTimeout: 10 * secondMs,
  requestTimeout: 30 * secondMs,
  keepAliveTimeout: 75 * secondMs,
  // How often the first two are looked at.
  connectionsCheckingInterval: 2 * secondMs,
  maxHeaderSize: 32 * 1024,
} as const satisfies ServerOptions

/**
 * An HTTP server with the limits of this product, which answers nothing yet.
 * @param development then a connection may become a web socket, by which pages follow the code. Otherwise a wish for
 *   another protocol is left unheard, as RFC 9110 §7.8 allows: some clients begin everything with one for HTTP/2, and
 *   the router behind us would close their connections
 * @param changes other limits, for tests that wait for them
 */
export function createHttpServer(development: boolean, changes: ServerOptions = {}): Server {
  const server = createServer({ ...limits, shouldUpgradeCallback: () => development, ...changes })
  if (!development) server.setTimeout(silenceMs)
  return server
}

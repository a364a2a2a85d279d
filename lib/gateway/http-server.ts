import { createServer, type Server, type ServerOptions } from 'node:http'
import { minuteMs, secondMs } from '#lib/clock.ts'

/** The socket timeout: longer than any page takes to respond. */
const socketTimeoutMs = 2 * minuteMs

const limits = {
  // Against slow clients. The keep-alive outlasts the 60 s for which proxies keep idle connections.
  headersTimeout: 10 * secondMs,
  requestTimeout: 30 * secondMs,
  keepAliveTimeout: 75 * secondMs,
  // How often the server checks the first two timeouts.
  connectionsCheckingInterval: 2 * secondMs,
  maxHeaderSize: 32 * 1024,
} as const satisfies ServerOptions

/**
 * An HTTP server with the product's limits and no request listener.
 * @param development allows WebSocket upgrades for hot reloading. Otherwise the server ignores `Upgrade` headers
 *   (RFC 9110 §7.8): some clients request HTTP/2 on every connection, and Next would close those connections
 * @param changes other limits, for tests
 */
export function createHttpServer(development: boolean, changes: ServerOptions = {}): Server {
  const server = createServer({ ...limits, shouldUpgradeCallback: () => development, ...changes })
  if (!development) server.setTimeout(socketTimeoutMs)
  return server
}

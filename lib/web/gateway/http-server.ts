import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { bodyTimeoutMs } from '#lib/web/gateway/unfinished-bodies.ts'

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
 * An HTTP server with the product's limits, which leaves responding to its caller.
 * @param development allows WebSocket upgrades for hot reloading. Otherwise the server ignores `Upgrade` headers
 *   (RFC 9110 §7.8): some clients request HTTP/2 on every connection, and Next would close those connections
 * @param changes other limits, for tests
 */
export function createHttpServer(development: boolean, changes: ServerOptions = {}): Server {
  const server = createServer({ ...limits, shouldUpgradeCallback: () => development, ...changes })
  if (!development) server.setTimeout(socketTimeoutMs)
  server.on('clientError', rejectBrokenRequest)
  server.on('request', (request, response) => response.once('finish', () => endLateBody(request)))
  // Node would answer 417 without a request ID. A server may ignore what it doesn't know (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/**
 * After a response that didn't wait for the body, the rest would otherwise hold the connection until `requestTimeout`.
 */
function endLateBody(request: IncomingMessage): void {
  if (request.complete) return
  const timer = setTimeout(() => request.socket.destroy(), bodyTimeoutMs).unref()
  request.once('close', () => clearTimeout(timer))
}

/** Connections whose current request may send its body for longer than `requestTimeout`. */
const withLongBody = new WeakSet<Duplex>()

/**
 * Lets the client send the body of this request for any time, as long as it doesn't pause for {@link socketTimeoutMs}.
 */
export function allowLongBody(request: IncomingMessage): void {
  const { socket } = request
  withLongBody.add(socket)
  request.once('close', () => withLongBody.delete(socket))
}

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** What Node does without a listener, but for bodies that may take long. Node reports the timeout of a request once. */
function rejectBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  const code = error.code ?? ''
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && withLongBody.has(socket)) return
  if (socket.writable && !hasResponse(socket)) {
    socket.write(`HTTP/1.1 ${statusLines[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`)
  }
  socket.destroy(error)
}

/** Whether a response has begun: another one would corrupt it. Node's own check. */
function hasResponse(socket: Duplex): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage')
  return typeof response === 'object' && response !== null && Reflect.get(response, '_headerSent') === true
}

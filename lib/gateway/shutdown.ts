import type { Server, ServerResponse } from 'node:http'
import { Server as ConnectionServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const sweepMs = 100

/**
 * How long idle connections stay usable. A proxy may send its next request on one; if that is a POST on a closed
 * connection, the request is lost, because proxies must not retry it. Meanwhile each response carries
 * `Connection: close`, and new connections are refused.
 */
const lingerMs = 1_000

/**
 * Prepares a server for a graceful shutdown; call it before the server listens.
 * @returns a function that stops accepting connections, lets requests finish for up to `graceMs`, then ends the rest. It
 *   closes keep-alive connections once they are idle, after {@link lingerMs} at the earliest
 */
export function prepareClosing(server: Server): (graceMs: number) => Promise<void> {
  const unanswered = new Set<ServerResponse>()
  let isClosing = false
  server.on('request', (_request, response) => {
    if (isClosing) announceEnd(response)
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  })
  return async (graceMs) => {
    isClosing = true
    for (const response of unanswered) announceEnd(response)
    await closeServer(server, graceMs)
  }
}

/** Otherwise the client would send its next request on a connection that is about to end. */
function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  // `close` of the HTTP server would end idle connections immediately.
  const closed = new Promise<void>((resolve) => ConnectionServer.prototype.close.call(server, () => resolve()))
  const idleUntil = performance.now() + lingerMs
  const sweep = setInterval(() => {
    if (performance.now() >= idleUntil) server.closeIdleConnections()
  }, sweepMs)
  await Promise.race([closed, sleep(graceMs, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
}

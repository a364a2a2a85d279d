import type { Server, ServerResponse } from 'node:http'
import { Server as ConnectionServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const sweepMs = 100

/**
 * For so long an idle connection may still be used. A proxy sends its next request into one, and what meets an end there
 * is lost if it was a POST: nobody may repeat that. Meanwhile each answer says that its connection ends, and a new one is
 * refused, by which a proxy learns to go elsewhere.
 */
const lingerMs = 1_000

/**
 * Watches a server from before it listens, so that it can be closed in order.
 * @returns what closes it: it stops accepting, lets what is in flight finish for up to `graceMs`, then ends what is left.
 *   A connection that is kept alive counts as finished once it is idle, a second after the listening has ended
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

/** A client that is not told would send its next request into a connection that is about to end. */
function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  // The HTTP server's own `close` would end idle connections at once.
  const closed = new Promise<void>((resolve) => ConnectionServer.prototype.close.call(server, () => resolve()))
  const idleUntil = performance.now() + lingerMs
  const sweep = setInterval(() => {
    if (performance.now() >= idleUntil) server.closeIdleConnections()
  }, sweepMs)
  await Promise.race([closed, sleep(graceMs, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
}

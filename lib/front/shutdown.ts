import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const sweepMs = 100

/**
 * Watches a server from before it listens, so that it can be closed in order.
 * @returns what closes it: it stops accepting, lets what is in flight finish for up to `graceMs`, then ends what is left.
 *   A connection that is kept alive counts as finished once it is idle, and is used for nothing more
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
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  await Promise.race([closed, sleep(graceMs, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
}

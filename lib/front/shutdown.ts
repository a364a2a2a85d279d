import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const sweepMs = 100

/**
 * Stops accepting, lets what is in flight finish for up to `graceMs`, then ends what is left. A connection that is kept
 * alive counts as finished once it is idle.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  await Promise.race([closed, sleep(graceMs, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
}

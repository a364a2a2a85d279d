import type { Server } from 'node:http'
import { secondMs } from '#lib/clock.ts'

const graceMs = 10 * secondMs

/** Stops accepting, lets what is in flight finish for up to ten seconds, then ends what is left. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const hurry = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(hurry)
}

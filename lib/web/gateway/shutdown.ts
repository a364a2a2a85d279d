import type { Server, ServerResponse } from 'node:http'
import { Server as ConnectionServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeDatabase } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { BackgroundTask } from '#lib/kernel/background-task.ts'
import { announceStop, type Stop } from '#lib/kernel/stopping.ts'

/** The open resources of a server process; {@link prepareClosing} makes `closeServer`. */
type OpenProcess = Readonly<{
  services: Services
  background: readonly BackgroundTask[]
  /** Stopped last, because requests in flight count and are refused. */
  writers: readonly BackgroundTask[]
  closeServer: (graceMs: number) => Promise<void>
}>

export type ServerProcess = Readonly<{ services: Services; close: () => Promise<void> }>

/** The server accepts no new requests, requests in flight finish for up to `graceMs`; the database closes last. */
export async function endProcess(
  { services, background, writers, closeServer }: OpenProcess,
  graceMs: number,
): Promise<void> {
  await Promise.all([closeServer(graceMs), ...background.map(({ stop }) => stop())])
  await Promise.all(writers.map(({ stop }) => stop()))
  await closeDatabase(services.db)
}

/**
 * Ends the process on SIGTERM or SIGINT as an orchestrator expects: `/readyz` responds 503 from now on, requests that
 * wait for news respond, `close` runs, and the status is 0, or 1 if it could not be closed in order.
 * @returns the same without a signal and with `/readyz` as before, for a process that another one has replaced
 */
export function closeOnSignal({ services, close }: ServerProcess): () => void {
  let closing = false
  const end = (stop: Stop) => {
    announceStop(services, stop)
    if (closing) return
    closing = true
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        services.log.error({ error }, 'the process could not be closed in order')
        process.exit(1)
      },
    )
  }
  const stop = () => end('ending')
  process.on('SIGTERM', stop)
  // A terminal sends it to this process and to its parent, which passes it on.
  process.on('SIGINT', stop)
  return () => end('replaced')
}

const sweepMs = 100

/**
 * How long idle connections stay usable. A proxy may send its next request on one; if that is a POST on a closed
 * connection, the request is lost, because proxies must not retry it. Meanwhile each response carries
 * `Connection: close`, and new connections are refused.
 */
const lingerMs = 1_000

/**
 * Prepares a server for a graceful shutdown; call it before the server listens.
 * @returns a function that stops accepting connections, lets requests finish for up to `graceMs`, then ends the rest.
 *   It closes keep-alive connections once they are idle, after {@link lingerMs} at the earliest
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

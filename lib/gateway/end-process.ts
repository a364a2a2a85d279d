import { closeDatabase } from '#lib/db/database.ts'
import type { Maintenance } from '#lib/maintenance/start-maintenance.ts'
import type { Services } from '#lib/services.ts'
import { announceStop } from '#lib/stopping.ts'

/** The open resources of a server process. */
export type OpenProcess = Readonly<{
  services: Services
  maintenance: Maintenance
  /** Made by `prepareClosing`. */
  closeServer: (graceMs: number) => Promise<void>
}>

export type ServerProcess = Readonly<{ services: Services; close: () => Promise<void> }>

/**
 * Shuts down in order: the server accepts no new requests, requests in flight finish for up to `graceMs`, and the
 * database closes last.
 */
export async function endProcess({ services, maintenance, closeServer }: OpenProcess, graceMs: number): Promise<void> {
  await Promise.all([closeServer(graceMs), maintenance.stop()])
  await closeDatabase(services.db)
}

/**
 * Ends the process on SIGTERM or SIGINT as an orchestrator expects: `/readyz` responds 503 from now on, `close` runs, and
 * the status is 0, or 1 if it could not be closed in order.
 * @returns the same without a signal and with `/readyz` as before, for a process that another one has replaced
 */
export function closeOnSignal({ services, close }: ServerProcess): () => void {
  let closing = false
  const end = () => {
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
  const stop = () => {
    announceStop(services)
    end()
  }
  process.on('SIGTERM', stop)
  // A terminal sends it to this process and to its parent, which passes it on.
  process.on('SIGINT', stop)
  return end
}

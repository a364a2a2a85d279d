import { closeDatabase } from '#lib/db/close-database.ts'
import type { Housekeeping } from '#lib/maintenance/start-housekeeping.ts'
import type { Services } from '#lib/services.ts'
import { announceStop } from '#lib/stopping.ts'

/** What a server process has opened. */
export type OpenProcess = Readonly<{
  services: Services
  housekeeping: Housekeeping
  /** As `prepareClosing` makes it. */
  closeServer: (graceMs: number) => Promise<void>
}>

/**
 * Ends everything in order: no new requests, those in flight finish for up to `graceMs`, then the database is closed,
 * on which nobody works any more.
 */
export async function endProcess({ services, housekeeping, closeServer }: OpenProcess, graceMs: number): Promise<void> {
  announceStop(services)
  await Promise.all([closeServer(graceMs), housekeeping.stop()])
  await closeDatabase(services.db)
}

/**
 * Ends the process as an orchestrator expects: on SIGTERM or SIGINT, by `close`, with status 0. Status 1 says that it
 * could not be closed in order.
 */
export function closeOnSignal({ services, close }: Readonly<{ services: Services; close: () => Promise<void> }>): void {
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
  process.on('SIGTERM', end)
  // A terminal sends it to this process and to the one that started it, which passes it on.
  process.on('SIGINT', end)
}

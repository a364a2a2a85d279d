import { setTimeout as sleep } from 'node:timers/promises'
import { rotateWhenDue } from '#lib/access-tokens/rotate-signing-key.ts'
import { extendLease, leaseMs, takeLease } from '#lib/maintenance/lease-store.ts'
import { listSweeps } from '#lib/maintenance/sweeps.ts'
import type { Services } from '#lib/services.ts'

/** Interval and batch delay of maintenance. */
export type MaintenancePace = Readonly<{
  /** Time from the end of one run to the next, on any instance. */
  intervalMs: number
  /** Pause between two batches, so that requests come first. */
  batchDelayMs: number
}>

/** `holder` identifies this instance. The signal ends the run after the current batch. */
export type MaintenanceRun = Readonly<{
  services: Services
  holder: string
  pace: MaintenancePace
  signal: AbortSignal
}>

/** Number of deleted rows per table. */
export type Swept = Readonly<Record<string, number>>

/**
 * Rotates the signing key if due and deletes all outdated rows, unless another instance holds the lease. Logs failures
 * and continues with the rest.
 * @returns `undefined` if another instance holds the lease
 */
export async function runMaintenance(turn: MaintenanceRun): Promise<Swept | undefined> {
  const { services, holder, pace, signal } = turn
  if (!(await takeLease(services.db, holder, pace.intervalMs))) return undefined
  const isOurs = createLeaseKeeper(turn)
  await rotateWhenDue(services).catch((error: unknown) => {
    services.log.warn({ error }, 'the signing key could not be rotated')
  })
  const swept: Record<string, number> = {}
  // In rounds, so that a backlog in one table doesn't delay the others.
  const queue = [...listSweeps(services.env)]
  for (let sweep = queue.shift(); sweep && !signal.aborted && (await isOurs()); sweep = queue.shift()) {
    const { name, limit } = sweep
    const rows = await sweep.deleteBatch(services.db, limit).catch((error: unknown) => {
      services.log.warn({ table: name, error }, 'maintenance failed')
      return 0
    })
    if (rows > 0) swept[name] = (swept[name] ?? 0) + rows
    if (rows >= limit) queue.push(sweep)
    await pause(pace.batchDelayMs, signal)
  }
  // An instance that stops leaves the rest to the others immediately.
  await extendLease(services.db, holder, signal.aborted ? 0 : pace.intervalMs)
  return swept
}

/** Renews the lease in time. False if another instance has taken it over because this one seemed gone. */
function createLeaseKeeper({ services, holder }: MaintenanceRun): () => Promise<boolean> {
  let saidAt = performance.now()
  let isOurs = true
  return async () => {
    if (!isOurs || performance.now() - saidAt < leaseMs / 3) return isOurs
    saidAt = performance.now()
    isOurs = await extendLease(services.db, holder, leaseMs)
    return isOurs
  }
}

/** Waits, or until the signal aborts. */
export async function pause(forMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(forMs, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

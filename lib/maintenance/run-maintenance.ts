import { rotateWhenDue } from '#lib/access-tokens/rotate-signing-key.ts'
import { extendLease, leaseMs, takeLease } from '#lib/maintenance/lease-store.ts'
import { pause } from '#lib/maintenance/pause.ts'
import { listSweeps, type Sweep } from '#lib/maintenance/sweeps.ts'
import type { Services } from '#lib/services.ts'

/** How fast the house is kept. */
export type MaintenancePace = Readonly<{
  /** After a turn, how long until the next one, of whichever instance. */
  intervalMs: number
  /** Between two batches: everybody else comes first. */
  batchDelayMs: number
}>

/** `holder` names this instance. The signal ends the turn after the batch under way. */
export type MaintenanceRun = Readonly<{
  services: Services
  holder: string
  pace: MaintenancePace
  signal: AbortSignal
}>

/** How many rows were swept of which table. */
export type Swept = Readonly<Record<string, number>>

/**
 * Rotates the signing key where that is due and sweeps everything there is to sweep, however much that is, unless it is
 * another instance's turn. What fails is logged, and the rest is still done.
 * @returns undefined where it is not our turn
 */
export async function runMaintenance(turn: MaintenanceRun): Promise<Swept | undefined> {
  const { services, holder, pace, signal } = turn
  if (!(await takeLease(services.db, holder, pace.intervalMs))) return undefined
  const isOurs = createLeaseKeeper(turn)
  await rotateSigningKey(turn)
  const swept: Record<string, number> = {}
  // In rounds: a backlog of one kind keeps no other one waiting.
  const queue = [...listSweeps(services.env)]
  for (let sweep = queue.shift(); sweep && !signal.aborted && (await isOurs()); sweep = queue.shift()) {
    const rows = await sweepBatch(turn, sweep)
    if (rows > 0) swept[sweep.name] = (swept[sweep.name] ?? 0) + rows
    if (rows >= sweep.limit) queue.push(sweep)
    await pause(pace.batchDelayMs, signal)
  }
  // An instance that stops leaves the rest to the others at once.
  await extendLease(services.db, holder, signal.aborted ? 0 : pace.intervalMs)
  return swept
}

async function rotateSigningKey({ services }: MaintenanceRun): Promise<void> {
  try {
    await rotateWhenDue(services)
  } catch (error) {
    services.log.warn({ error }, 'the signing key could not be rotated')
  }
}

async function sweepBatch({ services }: MaintenanceRun, sweep: Sweep): Promise<number> {
  try {
    return await sweep.deleteBatch(services.db, sweep.limit)
  } catch (error) {
    services.log.warn({ table: sweep.name, error }, 'housekeeping failed')
    return 0
  }
}

/** Says in time that the holder goes on. False once another instance has taken over, which thought this one gone. */
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

import { renewWebhookSeals } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { noticeExpiringKeys } from '#lib/domain/keys/api-keys/notice-expiring-keys.ts'
import { retireDueSecrets } from '#lib/domain/keys/key-rotation/retire-due-secrets.ts'
import { renewAppSeals } from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import { rotateWhenDue } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import type { Services } from '#lib/foundation/services.ts'
import { type BackgroundTask, pause, startBackgroundTask } from '#lib/kernel/background-task.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { randomFraction, randomId } from '#lib/kernel/crypto.ts'
import { extendLease, leaseMs, takeLease } from '#lib/server/maintenance/lease-store.ts'
import { listSweeps } from '#lib/server/maintenance/sweeps.ts'

/** Interval and batch delay of maintenance. */
type MaintenancePace = Readonly<{
  /** Time from the end of one run to the next, on any instance. */
  intervalMs: number
  /** Pause between two batches, so that requests come first. */
  batchDelayMs: number
}>

/** About 4,000 rows a second during a backlog, which takes about a quarter of the SQLite writer's time. */
const usualPace: MaintenancePace = { intervalMs: minuteMs, batchDelayMs: 20 }

/**
 * Runs maintenance in the background until it is stopped: about once a minute, on one instance at a time.
 * If that instance dies, another one continues. Logs failures, which the next run retries.
 */
export function startMaintenance(services: Services, pace = usualPace): BackgroundTask {
  return startBackgroundTask((signal) => repeatMaintenance(services, pace, signal))
}

async function repeatMaintenance(services: Services, pace: MaintenancePace, signal: AbortSignal): Promise<void> {
  const holder = randomId('inst')
  while (!signal.aborted) {
    // Between half and all of it, so that instances started together drift apart.
    await pause(pace.intervalMs * (1 - randomFraction() / 2), signal)
    if (signal.aborted) return
    const startedAt = performance.now()
    try {
      const swept = await runMaintenance({ services, holder, pace, signal })
      const ms = Math.round(performance.now() - startedAt)
      if (swept && Object.keys(swept).length > 0) services.log.debug({ swept, ms }, 'maintenance')
    } catch (error) {
      services.log.warn({ error }, 'maintenance failed')
    }
  }
}

/** `holder` identifies this instance. The signal ends the run after the current batch. */
type MaintenanceRun = Readonly<{
  services: Services
  holder: string
  pace: MaintenancePace
  signal: AbortSignal
}>

/** Number of deleted rows per table. */
export type Swept = Readonly<Record<string, number>>

/**
 * Rotates the signing key if due, seals the secrets of webhooks and authenticator apps under the newest master secret,
 * records which secrets of API keys the clock has retired, and deletes all outdated rows, unless another instance holds
 * the lease. Logs failures and continues with the rest.
 * @returns `undefined` if another instance holds the lease
 */
export async function runMaintenance(turn: MaintenanceRun): Promise<Swept | undefined> {
  const { services, holder, pace, signal } = turn
  if (!(await takeLease(services.db, holder, pace.intervalMs))) return undefined
  const isOurs = createLeaseKeeper(turn)
  await rotateWhenDue(services).catch((error: unknown) => {
    services.log.warn({ error }, 'the signing key could not be rotated')
  })
  await renewWebhookSeals(services).catch((error: unknown) => {
    services.log.warn({ error }, 'the signing secrets of webhooks could not be sealed again')
  })
  await renewAppSeals(services).catch((error: unknown) => {
    services.log.warn({ error }, 'the secrets of authenticator apps could not be sealed again')
  })
  await noticeExpiringKeys(services).catch((error: unknown) => {
    services.log.warn({ error }, 'notices of keys that expire could not be given')
  })
  await retireDueSecrets(services).catch((error: unknown) => {
    services.log.warn({ error }, 'the retirement of secrets could not be recorded')
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

import { minuteMs } from '#lib/clock.ts'
import { randomFraction, randomId } from '#lib/crypto.ts'
import { type MaintenancePace, pause, runMaintenance } from '#lib/maintenance/run-maintenance.ts'
import type { Services } from '#lib/services.ts'

export type Maintenance = Readonly<{
  /** Stops after the current batch. The database may be closed once this has resolved. */
  stop: () => Promise<void>
}>

/** About 4,000 rows a second during a backlog, which takes about a quarter of the SQLite writer's time. */
const usualPace: MaintenancePace = { intervalMs: minuteMs, batchDelayMs: 20 }

/**
 * Runs maintenance beside this process's requests until it is stopped: about once a minute, one instance at a time
 * deletes outdated rows in small batches. If that instance dies, another one continues. Logs failures and retries them
 * in the next run.
 */
export function startMaintenance(services: Services, pace = usualPace): Maintenance {
  const stopping = new AbortController()
  const ended = repeatMaintenance(services, pace, stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
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

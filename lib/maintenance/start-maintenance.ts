import { minuteMs } from '#lib/clock.ts'
import { randomFraction, randomId } from '#lib/crypto.ts'
import { pause } from '#lib/maintenance/pause.ts'
import { type MaintenancePace, runMaintenance } from '#lib/maintenance/run-maintenance.ts'
import type { Services } from '#lib/services.ts'

export type Maintenance = Readonly<{
  /** Ends it after the batch under way. The database may be closed once this has resolved. */
  stop: () => Promise<void>
}>

/** Some 4 000 rows a second while there is a backlog, in about a quarter of the time of the embedded database's writer. */
const usualPace: MaintenancePace = { intervalMs: minuteMs, batchDelayMs: 20 }

/**
 * Keeps the house beside the requests of this process until it is stopped: about once a minute, one instance at a time
 * deletes what nobody needs any more, in small batches. If that instance dies, another one goes on. A failure is logged
 * and tried again at the next turn.
 */
export function startMaintenance(services: Services, pace = usualPace): Maintenance {
  const stopping = new AbortController()
  const ended = keepHouse(services, pace, stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

async function keepHouse(services: Services, pace: MaintenancePace, signal: AbortSignal): Promise<void> {
  const holder = randomId('inst')
  while (!signal.aborted) {
    // Half of it to all of it: several instances that were started together do not ask together for ever.
    await pause(pace.intervalMs * (1 - randomFraction() / 2), signal)
    if (signal.aborted) return
    const startedAt = performance.now()
    try {
      const swept = await runMaintenance({ services, holder, pace, signal })
      const ms = Math.round(performance.now() - startedAt)
      if (swept && Object.keys(swept).length > 0) services.log.debug({ swept, ms }, 'housekeeping')
    } catch (error) {
      services.log.warn({ error }, 'housekeeping failed')
    }
  }
}

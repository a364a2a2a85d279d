import { addCheckpointWhenDue } from '#lib/domain/events/journal/checkpoint.ts'
import { eventsPerBatch, sealEvents } from '#lib/domain/events/journal/seal-events.ts'
import type { Services } from '#lib/foundation/services.ts'
import { type BackgroundTask, pause, startBackgroundTask } from '#lib/kernel/background-task.ts'
import { secondMs } from '#lib/kernel/clock.ts'

/** `failedMs`: the pause after a failure, such as a database that doesn't answer. */
type SealerPace = Readonly<{ intervalMs: number; failedMs: number }>

const usualPace: SealerPace = { intervalMs: secondMs, failedMs: 3 * secondMs }

/** Seals events in the background until it is stopped. Every process tries, and one at a time succeeds. */
export function startSealer(services: Services, pace = usualPace): BackgroundTask {
  return startBackgroundTask((signal) => repeat(services, pace, signal))
}

async function repeat(services: Services, { intervalMs, failedMs }: SealerPace, signal: AbortSignal): Promise<void> {
  let pauseMs = intervalMs
  for (;;) {
    await pause(pauseMs, signal)
    if (signal.aborted) return
    try {
      // After a full batch there may be more.
      pauseMs = (await sealEvents(services)) === eventsPerBatch ? 0 : intervalMs
      await addCheckpointWhenDue(services)
    } catch (error) {
      services.log.warn({ error }, 'the journal could not be continued')
      pauseMs = failedMs
    }
  }
}

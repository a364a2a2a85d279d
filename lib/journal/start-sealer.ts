import { setTimeout as sleep } from 'node:timers/promises'
import { secondMs } from '#lib/clock.ts'
import { addCheckpointWhenDue } from '#lib/journal/checkpoint.ts'
import { eventsPerBatch, sealEvents } from '#lib/journal/seal-events.ts'
import type { Services } from '#lib/services.ts'

/** `failedMs`: the pause after a failure, such as a database that doesn't answer. */
type SealerPace = Readonly<{ intervalMs: number; failedMs: number }>

const usualPace: SealerPace = { intervalMs: secondMs, failedMs: 3 * secondMs }

/** Seals events beside this process's requests until it is stopped. Every process tries, and one at a time succeeds. */
export function startSealer(services: Services, pace = usualPace): Readonly<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const ended = repeat(services, pace, stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

async function repeat(services: Services, { intervalMs, failedMs }: SealerPace, signal: AbortSignal): Promise<void> {
  for (let pauseMs = intervalMs; await pause(pauseMs, signal); ) {
    try {
      pauseMs = intervalMs
      // A full batch: there may be more.
      if ((await sealEvents(services)) === eventsPerBatch) pauseMs = 0
      await addCheckpointWhenDue(services)
    } catch (error) {
      services.log.warn({ error }, 'the journal could not be continued')
      pauseMs = failedMs
    }
  }
}

/** @returns false once the signal has aborted */
async function pause(forMs: number, signal: AbortSignal): Promise<boolean> {
  await sleep(forMs, undefined, { signal, ref: false }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return !signal.aborted
}

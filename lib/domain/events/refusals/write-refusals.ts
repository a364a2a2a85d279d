import { insertRefusals } from '#lib/domain/events/refusals/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { BackgroundTask } from '#lib/kernel/background-task.ts'
import { secondMs } from '#lib/kernel/clock.ts'

/** From the first refusal to the write, which takes the others of this time with it. */
export const writeDelayMs = 300
/** Pause after a failed write. */
const retryMs = 5 * secondMs

/** Writes the refusals of this process in batches. `stop` writes the rest. */
export function startRefusalWriter(services: Services): BackgroundTask {
  let timer: NodeJS.Timeout | undefined
  const schedule = (afterMs: number) => {
    timer ??= setTimeout(async () => {
      const written = await writeRefusals(services)
      timer = undefined
      if (!written) schedule(retryMs)
      else if (services.refusals.isWaiting) schedule(writeDelayMs)
    }, afterMs)
    timer.unref()
  }
  services.refusals.notify(() => schedule(writeDelayMs))
  return {
    stop: async () => {
      clearTimeout(timer)
      await writeRefusals(services)
    },
  }
}

/**
 * Writes the refusals that wait. Those that can't be written now are written with the next ones, as far as there is
 * room.
 * @returns whether they were written
 */
export async function writeRefusals({ db, log, refusals, usage }: Services): Promise<boolean> {
  const rows = refusals.take()
  if (rows.length === 0) return true
  try {
    await insertRefusals(db, rows)
    return true
  } catch (error) {
    const lost = refusals.putBack(rows)
    if (lost > 0) usage.set('refusal-not-kept', (usage.get('refusal-not-kept') ?? 0) + lost)
    log.warn({ error }, 'the refusals could not be written')
    return false
  }
}

import type { BackgroundTask } from '#lib/background-task.ts'
import { minuteMs } from '#lib/clock.ts'
import type { Services } from '#lib/services.ts'
import { addUsage } from '#lib/usage/store.ts'

/** A process that is killed loses the counts of this time at most. */
const intervalMs = minuteMs

/** Writes the counts of this process in one statement a minute. `stop` writes the rest. */
export function startUsageWriter(services: Services): BackgroundTask {
  const timer = setInterval(() => void writeUsage(services), intervalMs)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return writeUsage(services)
    },
  }
}

/** Counts that can't be written now are written with the next ones. */
export async function writeUsage({ db, log, usage }: Services): Promise<void> {
  const counts = [...usage]
  usage.clear()
  if (counts.length === 0) return
  try {
    await addUsage(db, counts)
  } catch (error) {
    for (const [name, count] of counts) usage.set(name, (usage.get(name) ?? 0) + count)
    log.warn({ error }, 'the usage counts could not be written')
  }
}

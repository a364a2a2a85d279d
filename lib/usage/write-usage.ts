import type { BackgroundTask } from '#lib/background-task.ts'
import { secondMs } from '#lib/clock.ts'
import type { Services } from '#lib/services.ts'
import { writeGrantNotes } from '#lib/sso-grants/note-grant.ts'
import { addUsage } from '#lib/usage/store.ts'

/** A process that is killed loses the counts of this time at most. */
const intervalMs = 10 * secondMs

/** Writes the counts and notes of this process every 10 seconds. `stop` writes the rest. */
export function startUsageWriter(services: Services): BackgroundTask {
  const timer = setInterval(() => void writeAll(services), intervalMs)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return writeAll(services)
    },
  }
}

async function writeAll(services: Services): Promise<void> {
  await writeUsage(services)
  await writeGrantNotes(services)
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

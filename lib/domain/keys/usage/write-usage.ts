import { addKeyUsage } from '#lib/domain/keys/usage/key-usage-store.ts'
import { addUsage } from '#lib/domain/keys/usage/store.ts'
import { writeGrantNotes } from '#lib/domain/links/sso-grants/note-grant.ts'
import { addKeyCount } from '#lib/foundation/buffers/usage-counts.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { BackgroundTask } from '#lib/kernel/background-task.ts'
import { secondMs } from '#lib/kernel/clock.ts'

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
export async function writeUsage({ db, log, usage, keyUsage }: Services): Promise<void> {
  // In one order in every process: two that write at once can't deadlock.
  const counts = [...usage].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const ofKeys = [...keyUsage.values()]
  usage.clear()
  keyUsage.clear()
  if (counts.length === 0) return
  try {
    await db.transaction().execute(async (trx) => {
      await addUsage(trx, counts)
      await addKeyUsage(trx, ofKeys)
    })
  } catch (error) {
    for (const [name, count] of counts) usage.set(name, (usage.get(name) ?? 0) + count)
    for (const count of ofKeys) addKeyCount(keyUsage, count)
    log.warn({ error }, 'the usage counts could not be written')
  }
}

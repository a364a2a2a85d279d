import { listDueMails } from '#lib/foundation/mails/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { type BackgroundTask, pause, startBackgroundTask } from '#lib/kernel/background-task.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { deliverMail } from '#lib/server/mail-delivery/deliver-mail.ts'

/** `failedMs`: the pause after a failure of the database. */
type Pace = Readonly<{ intervalMs: number; failedMs: number }>

const usualPace: Pace = { intervalMs: 2 * secondMs, failedMs: 3 * secondMs }

/** Connections of this process to the mail server at one time, and mails that it looks up at once. */
const maxAtOnce = 4
const batchSize = 20

/** Sends mail in the background until it is stopped. Does nothing without mail settings. */
export function startMailDelivery(services: Services, pace = usualPace): BackgroundTask {
  return startBackgroundTask((signal) => (services.env.mail ? repeat(services, pace, signal) : Promise.resolve()))
}

async function repeat(services: Services, pace: Pace, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await listDueMails(services.db, batchSize).catch((error: unknown) => {
      services.log.warn({ error }, 'mails could not be read')
      return undefined
    })
    const queue = due?.values() ?? []
    const work = async () => {
      for (const id of queue) if (!signal.aborted) await deliver(services, id, signal)
    }
    await Promise.all(Array.from({ length: maxAtOnce }, work))
    if (due?.length !== batchSize) await pause(due ? pace.intervalMs : pace.failedMs, signal)
  }
}

async function deliver(services: Services, id: string, signal: AbortSignal): Promise<void> {
  await deliverMail(services, id, { signal }).catch((error: unknown) => {
    services.log.warn({ mail: id, error }, 'a mail could not be sent')
  })
}

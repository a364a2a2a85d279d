import { deliverEvents } from '#lib/domain/events/webhooks/deliver-events.ts'
import { listDueWebhooks } from '#lib/domain/events/webhooks/deliveries-store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { type BackgroundTask, pause, startBackgroundTask } from '#lib/kernel/background-task.ts'
import type { Resolve } from '#lib/kernel/checked-request.ts'
import { secondMs } from '#lib/kernel/clock.ts'

/** Events are sealed once a second. `failedMs`: the pause after a failure of the database. */
type Pace = Readonly<{ intervalMs: number; failedMs: number }>

const usualPace: Pace = { intervalMs: secondMs, failedMs: 3 * secondMs }

/**
 * Sends webhooks in the background until it is stopped. All webhooks are sent to at the same time, each in
 * order, so that a slow one delays no other. Of several processes, one at a time sends to a webhook.
 */
export function startDeliveries(services: Services, { pace = usualPace, resolve }: Options = {}): BackgroundTask {
  return startBackgroundTask((signal) => repeat(services, { pace, resolve, signal }))
}

type Options = Readonly<{ pace?: Pace; resolve?: Resolve | undefined }>

async function repeat(
  services: Services,
  { pace, resolve, signal }: Options & Readonly<{ pace: Pace; signal: AbortSignal }>,
): Promise<void> {
  const running = new Map<string, Promise<void>>()
  const deliver = async (id: string) => {
    await deliverEvents(services, id, { signal, resolve }).catch((error: unknown) => {
      services.log.warn({ webhook: id, error }, 'events could not be sent to a webhook')
    })
    running.delete(id)
  }
  while (!signal.aborted) {
    const due = await listDueWebhooks(services.db).catch((error: unknown) => {
      services.log.warn({ error }, 'webhooks could not be read')
      return undefined
    })
    for (const id of due ?? []) if (!running.has(id)) running.set(id, deliver(id))
    await pause(due ? pace.intervalMs : pace.failedMs, signal)
  }
  await Promise.all(running.values())
}

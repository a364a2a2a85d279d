import { setImmediate } from 'node:timers/promises'
import type { Actor } from '#lib/actor.ts'
import type { AuditEvent, EventFilter, EventPlace } from '#lib/audit/event.ts'
import { listEventsBefore } from '#lib/audit/store.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { runWithoutWaitLimit } from '#lib/wait-budget.ts'

const eventsPerRead = 500

/**
 * Every matching event, newest first, read page by page: a record of any length takes the same memory, and what is
 * recorded meanwhile is not in it.
 * @throws Refusal `forbidden` unless the actor is a manager: at once, not at the first event
 */
export function exportEvents(services: Services, actor: Actor, filter: EventFilter): AsyncIterable<AuditEvent> {
  requireManager(actor)
  return readEvents(services, filter)
}

async function* readEvents(services: Services, filter: EventFilter): AsyncGenerator<AuditEvent> {
  let place: EventPlace | undefined
  for (;;) {
    const from = place
    const events = await runWithoutWaitLimit(() => listEventsBefore(services.db, filter, from, eventsPerRead))
    yield* events
    place = events.at(-1)
    if (events.length < eventsPerRead) return
    // The embedded database answers without waiting: only a pause lets other requests in.
    await setImmediate()
  }
}

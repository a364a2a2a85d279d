import { setImmediate } from 'node:timers/promises'
import type { EventFilter, EventPlace } from '#lib/activity/event-filter.ts'
import { listOlderEvents } from '#lib/activity/store.ts'
import type { Actor } from '#lib/actor.ts'
import type { AuditEvent } from '#lib/audit/event.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { runWithoutWaitBudget } from '#lib/wait-budget.ts'

const eventsPerRead = 500

/**
 * Every matching event up to now, newest first. Reads in pages, so that memory does not grow with the export.
 * @throws Refusal `forbidden` unless the actor is a manager: at the call, not at the first event
 */
export function exportEvents(services: Services, actor: Actor, filter: EventFilter): AsyncIterable<AuditEvent> {
  requireManager(actor)
  return readEvents(services, filter)
}

async function* readEvents({ db }: Services, filter: EventFilter): AsyncGenerator<AuditEvent> {
  let place: EventPlace | undefined
  for (;;) {
    const from = place
    const events = await runWithoutWaitBudget(() => listOlderEvents(db, filter, from, eventsPerRead))
    yield* events
    place = events.at(-1)
    if (events.length < eventsPerRead) return
    // SQLite reads block the event loop: let other requests run.
    await setImmediate()
  }
}

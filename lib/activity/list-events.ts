import type { Actor } from '#lib/actor.ts'
import type { AuditEvent, EventFilter, EventPlace } from '#lib/audit/event.ts'
import { listEventsAfter, listEventsBefore } from '#lib/audit/store.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

export const eventsPerPage = 50

/** One page, newest first, and the places at which its neighbours begin; null where there is none. */
export type EventPage = Readonly<{
  events: readonly AuditEvent[]
  newer: EventPlace | null
  older: EventPlace | null
}>

/** Which page: `before` a place (older), `after` a place (newer), or the newest. */
type Turn = Readonly<{ before?: EventPlace | undefined; after?: EventPlace | undefined }>

/**
 * The recorded events that match, a page at a time, by key: the page stays the same whatever is recorded meanwhile.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function listEvents(
  services: Services,
  actor: Actor,
  filter: EventFilter,
  turn: Turn = {},
): Promise<EventPage> {
  requireManager(actor)
  // One more than shown tells whether there is another page.
  const limit = eventsPerPage + 1
  if (!turn.after) {
    const found = await listEventsBefore(services.db, filter, turn.before, limit)
    const events = found.slice(0, eventsPerPage)
    return {
      events,
      newer: turn.before ? placeOf(events.at(0)) : null,
      older: oneMore(found) ? placeOf(events.at(-1)) : null,
    }
  }
  const found = await listEventsAfter(services.db, filter, turn.after, limit)
  // Less than a page above: the newest page is the whole answer, rather than a short one.
  if (found.length < eventsPerPage) return listEvents(services, actor, filter)
  const events = found.slice(0, eventsPerPage).reverse()
  return { events, newer: oneMore(found) ? placeOf(events.at(0)) : null, older: placeOf(events.at(-1)) }
}

function oneMore(found: readonly AuditEvent[]): boolean {
  return found.length > eventsPerPage
}

function placeOf(event: AuditEvent | undefined): EventPlace | null {
  return event ? { at: event.at, id: event.id } : null
}

import type { EventFilter, EventPlace } from '#lib/activity/event-filter.ts'
import { listNewerEvents, listOlderEvents } from '#lib/activity/store.ts'
import type { Actor } from '#lib/actor.ts'
import type { AuditEvent } from '#lib/audit/event.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

export const eventsPerPage = 50

/** A page, newest first, and where the adjacent pages start; null if there is none. */
export type EventPage = Readonly<{
  events: readonly AuditEvent[]
  newer: EventPlace | null
  older: EventPlace | null
}>

/** The page `before` a place (older), `after` a place (newer), or the newest page. */
type Turn = Readonly<{ before?: EventPlace | undefined; after?: EventPlace | undefined }>

/**
 * A page of matching events. Pages start at a key, so new events do not move them.
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
    const found = await listOlderEvents(services.db, filter, turn.before, limit)
    const events = found.slice(0, eventsPerPage)
    return {
      events,
      newer: turn.before ? placeOf(events.at(0)) : null,
      older: found.length > eventsPerPage ? placeOf(events.at(-1)) : null,
    }
  }
  const found = await listNewerEvents(services.db, filter, turn.after, limit)
  // Less than a full page: return the newest page instead.
  if (found.length < eventsPerPage) return listEvents(services, actor, filter)
  const events = found.slice(0, eventsPerPage).reverse()
  return {
    events,
    newer: found.length > eventsPerPage ? placeOf(events.at(0)) : null,
    older: placeOf(events.at(-1)),
  }
}

function placeOf(event: AuditEvent | undefined): EventPlace | null {
  return event ? { at: event.at, id: event.id } : null
}

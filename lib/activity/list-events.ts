import type { EventFilter, EventPlace, Turn } from '#lib/activity/event-filter.ts'
import { listEventsFrom } from '#lib/activity/store.ts'
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
  const found = await listEventsFrom(services.db, filter, turn, limit)
  // Less than a full page: return the newest page instead.
  if (turn.after && found.length < eventsPerPage) return listEvents(services, actor, filter)
  const hasMore = found.length > eventsPerPage
  const events = turn.after ? found.slice(0, eventsPerPage).reverse() : found.slice(0, eventsPerPage)
  return {
    events,
    newer: (turn.after ? hasMore : turn.before) ? placeOf(events.at(0)) : null,
    older: turn.after || hasMore ? placeOf(events.at(-1)) : null,
  }
}

function placeOf(event: AuditEvent | undefined): EventPlace | null {
  return event ? { at: event.at, id: event.id } : null
}

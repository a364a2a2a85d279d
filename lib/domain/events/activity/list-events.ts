import type { EventFilter, EventPlace, Turn } from '#lib/domain/events/activity/event-filter.ts'
import { partyNamer } from '#lib/domain/events/activity/name-parties.ts'
import { listEventsFrom } from '#lib/domain/events/activity/store.ts'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

export const eventsPerPage = 50

/** A page, newest first, and where the adjacent pages start; null if there is none. */
export type EventPage = Readonly<{
  events: readonly AuditEvent[]
  newer: EventPlace | null
  older: EventPlace | null
  /** The instant back to which the search went if it stopped early; the older page continues. */
  searchedTo: number | null
}>

/** A page of matching events. It starts at a key, so new events do not move it. @throws Refusal `forbidden` */
export async function listEvents(
  services: Services,
  actor: Actor,
  { before, after, ...filter }: EventFilter & Turn,
): Promise<EventPage> {
  requireManager(actor)
  // One more than shown tells whether there is another page.
  const limit = eventsPerPage + 1
  const { events: found, stoppedAt } = await listEventsFrom(services.db, filter, { turn: { before, after }, limit })
  // Less than a full page: return the newest page instead.
  if (after && !stoppedAt && found.length < eventsPerPage) return listEvents(services, actor, filter)
  const hasMore = found.length > eventsPerPage
  const events = after ? found.slice(0, eventsPerPage).reverse() : found.slice(0, eventsPerPage)
  const stop = hasMore ? undefined : stoppedAt
  const newest = placeOf(events.at(0)) ?? after ?? null
  const oldest = placeOf(events.at(-1)) ?? after ?? null
  if (after) return { events, newer: hasMore ? newest : (stop ?? null), older: oldest, searchedTo: null }
  return {
    events,
    newer: before ? (newest ?? before) : null,
    older: hasMore ? oldest : (stop ?? null),
    searchedTo: stop?.at ?? null,
  }
}

/** The newest matching events, with users named as lists name them. @throws Refusal `forbidden` */
export async function listNewestEvents(
  { db }: Services,
  actor: Actor,
  { filter, limit }: Readonly<{ filter: EventFilter; limit: number }>,
): Promise<readonly AuditEvent[]> {
  requireManager(actor)
  const { events } = await listEventsFrom(db, filter, { turn: {}, limit })
  return events.map(await partyNamer(db, events))
}

/**
 * The IDs of the newest matching events since an instant, at most a page of them. A reader of Activity compares them
 * with the events that it shows: an event that commits late may be older than the newest one shown.
 * @param since Unix milliseconds
 * @throws Refusal `forbidden`
 */
export async function listNewEventIds(
  services: Services,
  actor: Actor,
  { filter, since }: Readonly<{ filter: EventFilter; since: number }>,
): Promise<readonly string[]> {
  const { events } = await listEvents(services, actor, { ...filter, since: Math.max(since, filter.since ?? 0) })
  return events.map(({ id }) => id)
}

function placeOf(event: AuditEvent | undefined): EventPlace | null {
  return event ? { at: event.at, id: event.id } : null
}

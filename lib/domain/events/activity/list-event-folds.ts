import type { EventFilter, EventPlace, Turn } from '#lib/domain/events/activity/event-filter.ts'
import { type Fold, foldEvents } from '#lib/domain/events/activity/fold-events.ts'
import { eventsPerPage } from '#lib/domain/events/activity/list-events.ts'
import { partyNamer } from '#lib/domain/events/activity/name-parties.ts'
import { listEventsFrom } from '#lib/domain/events/activity/store.ts'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'

/** Enough for a page in which few events fold. */
const firstRead = 2 * eventsPerPage + 1
const nextRead = 1_000
/** The most events of a page. A longer burst continues on the next one. */
export const maxPageEvents = 5_000

/** A page of rows, newest first, and where the adjacent pages start; null if there is none. */
export type FoldPage = Readonly<{
  folds: readonly Fold[]
  newer: EventPlace | null
  older: EventPlace | null
  /** The instant back to which the search went if it stopped early; the older page continues. */
  searchedTo: number | null
}>

/**
 * A page of matching events, folded in the time zone. It starts at an event, so new events do not move it, and takes
 * whole folds.
 * @throws Refusal `forbidden`
 */
export async function listEventFolds(
  services: Services,
  actor: Actor,
  { filter, turn, timeZone }: Readonly<{ filter: EventFilter; turn: Turn; timeZone: string }>,
): Promise<FoldPage> {
  requireManager(actor)
  const { folds: found, stop, isCut } = await readFolds(services.db, filter, { turn, timeZone })
  // Less than a full page: return the newest page instead.
  if (turn.after && !stop && !isCut && found.length < eventsPerPage) {
    return listEventFolds(services, actor, { filter, turn: {}, timeZone })
  }
  const shown = turn.after ? found.slice(-eventsPerPage) : found.slice(0, eventsPerPage)
  const folds = await withDistinctParties(services.db, shown)
  const hasMore = isCut || found.length > eventsPerPage
  return { folds, ...placesAround(folds, turn, hasMore ? undefined : (stop ?? null)) }
}

async function withDistinctParties(db: Db, folds: readonly Fold[]): Promise<readonly Fold[]> {
  const toShown = await partyNamer(
    db,
    folds.flatMap(({ events }) => events),
  )
  return folds.map((fold) => ({
    ...fold,
    newest: toShown(fold.newest),
    oldest: toShown(fold.oldest),
    events: fold.events.map(toShown),
  }))
}

/**
 * @param stop where the search ended early, null if it reached the end; undefined if more follow after the last fold
 */
function placesAround(folds: readonly Fold[], { before, after }: Turn, stop: EventPlace | null | undefined) {
  const newest = placeOf(folds.at(0)?.newest) ?? after ?? before ?? null
  const oldest = placeOf(folds.at(-1)?.oldest) ?? after ?? null
  if (after) return { newer: stop === undefined ? newest : stop, older: oldest, searchedTo: null }
  return {
    newer: before ? newest : null,
    older: stop === undefined ? oldest : stop,
    searchedTo: stop?.at ?? null,
  }
}

/** Reads until one fold more than a page has, or to the end. `isCut`: at {@link maxPageEvents}, more events follow. */
async function readFolds(db: Db, filter: EventFilter, { turn, timeZone }: Readonly<{ turn: Turn; timeZone: string }>) {
  const events: AuditEvent[] = []
  let from = turn
  for (let limit = firstRead; ; limit = nextRead) {
    const read = await listEventsFrom(db, filter, { turn: from, limit })
    events.push(...read.events)
    const folds = foldEvents(turn.after ? events.toReversed() : events, timeZone)
    const last = placeOf(read.events.at(-1))
    if (read.events.length < limit || !last) return { folds, stop: read.stoppedAt, isCut: false }
    const isCut = events.length + nextRead > maxPageEvents
    if (isCut || folds.length > eventsPerPage) return { folds, stop: undefined, isCut }
    from = turn.after ? { after: last } : { before: last }
  }
}

function placeOf(event: AuditEvent | undefined): EventPlace | null {
  return event ? { at: event.at, id: event.id } : null
}

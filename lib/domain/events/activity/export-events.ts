import { setImmediate } from 'node:timers/promises'
import type { EventFilter, EventPlace } from '#lib/domain/events/activity/event-filter.ts'
import { listEventsFrom } from '#lib/domain/events/activity/store.ts'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { toCsvLine } from '#lib/kernel/csv.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'

const eventsPerRead = 500

/** Every matching event, newest first, read in pages. @throws Refusal `forbidden` at the call */
export function exportEvents(services: Services, actor: Actor, filter: EventFilter): AsyncIterable<AuditEvent> {
  requireManager(actor)
  return readEvents(services, filter)
}

async function* readEvents({ db }: Services, filter: EventFilter): AsyncGenerator<AuditEvent> {
  let place: EventPlace | undefined
  for (;;) {
    const before = place
    const read = await runWithoutWaitBudget(() =>
      listEventsFrom(db, filter, { turn: { before }, limit: eventsPerRead }),
    )
    yield* read.events
    place = read.events.length < eventsPerRead ? read.stoppedAt : read.events.at(-1)
    if (!place) return
    // SQLite reads block the event loop: let other requests run.
    await setImmediate()
  }
}

const columns: readonly (readonly [name: string, cell: (event: AuditEvent) => string | null])[] = [
  ['at', ({ at }) => new Date(at).toISOString()],
  ['kind', ({ kind }) => kind],
  ['actor_kind', ({ actor }) => actor.kind],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_name', ({ actor }) => actor.name],
  ['subject_kind', ({ subject }) => subject.kind],
  ['subject_id', ({ subject }) => subject.id],
  ['subject_name', ({ subject }) => subject.name],
  ['account_id', ({ accountId }) => accountId],
  ['address', ({ address }) => address],
  ['request_id', ({ requestId }) => requestId],
  ['details', ({ details }) => JSON.stringify(details)],
  ['id', ({ id }) => id],
]

/** The events as CSV lines, header first, without a byte order mark. Times are ISO 8601 UTC. */
export async function* toCsv(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  yield toCsvLine(columns.map(([name]) => name))
  for await (const event of events) yield toCsvLine(columns.map(([, cell]) => cell(event)))
}

import { setImmediate } from 'node:timers/promises'
import type { EventFilter, EventPlace } from '#lib/activity/event-filter.ts'
import { listEventsFrom } from '#lib/activity/store.ts'
import type { Actor } from '#lib/actor.ts'
import type { AuditEvent } from '#lib/audit/event.ts'
import { toCsvLine } from '#lib/csv.ts'
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
    const before = place
    const events = await runWithoutWaitBudget(() => listEventsFrom(db, filter, { before }, eventsPerRead))
    yield* events
    place = events.at(-1)
    if (events.length < eventsPerRead) return
    // SQLite reads block the event loop: let other requests run.
    await setImmediate()
  }
}

const columns = [
  'at',
  'kind',
  'actor_kind',
  'actor_id',
  'actor_name',
  'subject_kind',
  'subject_id',
  'subject_name',
  'account_id',
  'address',
  'request_id',
  'details',
  'id',
] as const

/** The events as CSV lines, header first, without a byte order mark. Times are ISO 8601 UTC. */
export async function* toCsv(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  yield toCsvLine(columns)
  for await (const event of events) yield toCsvLine(toCells(event))
}

function toCells(event: AuditEvent): string[] {
  const cells: Record<(typeof columns)[number], string | null> = {
    at: new Date(event.at).toISOString(),
    kind: event.kind,
    actor_kind: event.actor.kind,
    actor_id: event.actor.id,
    actor_name: event.actor.name,
    subject_kind: event.subject.kind,
    subject_id: event.subject.id,
    subject_name: event.subject.name,
    account_id: event.accountId,
    address: event.address,
    request_id: event.requestId,
    details: JSON.stringify(event.details),
    id: event.id,
  }
  return columns.map((column) => cells[column] ?? '')
}

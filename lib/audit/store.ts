import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { RecordedActor } from '#lib/actor.ts'
import {
  type AuditEvent,
  type EventFilter,
  type EventPlace,
  type EventValues,
  eventKinds,
  kindsOf,
  type NewEvent,
} from '#lib/audit/event.ts'
import { timedId } from '#lib/crypto.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import { insertForEach } from '#lib/db/several-changes.ts'
import type { AuditEventRow } from '#lib/db/tables.ts'

/** Writes one event. To be called in the transaction of the change it tells of. */
export async function insertEvent(db: Db, actor: RecordedActor, event: NewEvent): Promise<void> {
  await eventInsert(db, toEventValues(actor, event))
}

export function toEventValues(actor: RecordedActor, event: NewEvent): EventValues {
  return {
    eventId: timedId('evt'),
    kind: event.kind,
    actorKind: actor.kind,
    actorId: actor.kind === 'person' || actor.kind === 'program' ? actor.userId : null,
    actorName: actor.kind === 'visitor' ? '' : actor.name,
    subjectKind: event.subject.kind,
    subjectId: event.subject.id,
    subjectName: event.subject.name,
    eventAccountId: event.accountId ?? null,
    address: actor.address,
    requestId: actor.requestId,
    details: JSON.stringify(event.details ?? {}),
  }
}

function eventRow(event: Placeholders<EventValues>) {
  return {
    id: event.eventId,
    at: nowMs,
    kind: event.kind,
    actor_kind: event.actorKind,
    actor_id: event.actorId,
    actor_name: event.actorName,
    subject_kind: event.subjectKind,
    subject_id: event.subjectId,
    subject_name: event.subjectName,
    account_id: event.eventAccountId,
    address: event.address,
    request_id: event.requestId,
    details: event.details,
  }
}

const eventInsert = prepared((db, event: Placeholders<EventValues>) =>
  db.insertInto('audit_events').values(eventRow(event)),
)

/** The insert as a part of a statement, for each row of `source`. */
export function eventInsertForEach(source: string, event: Placeholders<EventValues>): RawBuilder<object> {
  return sql<object>`(${insertForEach(source, 'audit_events', eventRow(event))})`
}

/** Events that come after `place` in the list, newest first. */
export async function listEventsBefore(
  db: Db,
  filter: EventFilter,
  place: EventPlace | undefined,
  limit: number,
): Promise<AuditEvent[]> {
  let query = matching(db, filter).orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
  if (place) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(place.at, place.id)))
  return (await query.execute()).map(toEvent)
}

/** Events that stand above `place` in the list, the nearest (oldest) first. */
export async function listEventsAfter(
  db: Db,
  filter: EventFilter,
  place: EventPlace,
  limit: number,
): Promise<AuditEvent[]> {
  const rows = await matching(db, filter)
    .where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(place.at, place.id)))
    .orderBy('at', 'asc')
    .orderBy('id', 'asc')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

/** Deletes events that are older than `keptMs`, the oldest first. @returns how many */
export async function deleteOldEvents(
  db: Db,
  { keptMs, limit }: Readonly<{ keptMs: number; limit: number }>,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_events')
    .where('id', 'in', (query) =>
      query
        .selectFrom('audit_events')
        .select('id')
        .where((eb) => eb('at', '<=', eb(nowMs, '-', keptMs)))
        .orderBy('at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function matching(db: Db, { userId, accountId, kind, since, until }: EventFilter) {
  let query = db.selectFrom('audit_events').selectAll()
  if (userId !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('actor_id', '=', userId), eb.and([eb('subject_id', '=', userId), eb('subject_kind', '=', 'user')])]),
    )
  }
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (kind !== undefined) query = query.where('kind', 'in', kindsOf(kind))
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  return query
}

const rowWords = z.object({
  kind: z.enum(eventKinds),
  actor_kind: z.enum(['person', 'operator', 'program', 'visitor']),
  subject_kind: z.enum(['user', 'api_key', 'account', 'return_address', 'signing_key', 'database']),
})
const detailsForm = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

function toEvent(row: AuditEventRow): AuditEvent {
  const words = rowWords.parse(row)
  return {
    id: row.id,
    at: row.at,
    kind: words.kind,
    actor: { kind: words.actor_kind, id: row.actor_id, name: row.actor_name },
    subject: { kind: words.subject_kind, id: row.subject_id, name: row.subject_name },
    accountId: row.account_id,
    address: row.address,
    requestId: row.request_id,
    details: detailsForm.parse(JSON.parse(row.details)),
  }
}

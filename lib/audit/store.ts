import { type RawBuilder, sql } from 'kysely'
import type { EventValues } from '#lib/audit/event.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { deleteOldest } from '#lib/db/delete-oldest.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import { insertForEach } from '#lib/db/writing-ctes.ts'

/** Inserts an audit event at the current instant. */
export const insertEvent = prepared((db, event: Placeholders<EventValues>) =>
  db.insertInto('audit_events').values(eventRow(event)),
)

/** The insert as a part of a statement, for each row of `source`. */
export function eventInsertForEach(source: string, event: Placeholders<EventValues>): RawBuilder<object> {
  return sql<object>`(${insertForEach(source, 'audit_events', eventRow(event))})`
}

/** Deletes audit events older than `retentionMs`. @returns how many */
export function deleteOldEvents(db: Db, retentionMs: number, limit: number): Promise<number> {
  return deleteOldest(db, 'audit_events', { key: sql`id`, instant: sql`at`, retentionMs }, limit)
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

import { sql } from 'kysely'
import { keyIdOf, type NewEvent } from '#lib/foundation/audit/event.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { insertGiven } from '#lib/foundation/db/given-rows.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'
import { insertForEach } from '#lib/foundation/db/writing-ctes.ts'
import { orderedId } from '#lib/kernel/crypto.ts'
import { toAddressKey } from '#lib/kernel/networks.ts'

export type EventValues = Readonly<
  Record<'eventId' | 'kind' | 'actorKind' | 'actorName' | 'subjectKind' | 'subjectName', string> &
    Record<'actorId' | 'subjectId' | 'eventAccountId' | 'eventKeyId', string | null> &
    Record<'address' | 'addressKey' | 'requestId' | 'details', string>
>

/** Writes an audit event in the transaction of its change, so that both commit or neither does. */
export async function recordEvent(trx: DbTransaction, actor: RecordedActor, event: NewEvent): Promise<void> {
  await eventInsert(trx, toEventValues(actor, event))
}

/** As {@link recordEvent}, for the changes of one statement. */
export async function recordEvents(
  trx: DbTransaction,
  actor: RecordedActor,
  events: readonly NewEvent[],
): Promise<void> {
  const rows = events.map((event) => toEventValues(actor, event))
  if (rows.length > 0) await insertGiven(trx, { into: 'audit_events', rows, toColumns: eventRow }).execute()
}

const eventInsert = prepared((db, event: Placeholders<EventValues>) =>
  db.insertInto('audit_events').values(eventRow(event)),
)

/** {@link recordEvent} as a part of the statement that makes the change, or as a statement that goes with it. */
export const eventInStatement = {
  values: toEventValues,
  part: (source: string, event: Placeholders<EventValues>) =>
    sql<object>`(${insertForEach(source, 'audit_events', eventRow(event))})`,
  bind: (db: Db, actor: RecordedActor, event: NewEvent) => eventInsert.bind(db, toEventValues(actor, event)),
}

/** Deletes the events of the first entries of the journal, up to this one. @returns how many */
export async function deleteEventsUpTo(trx: DbTransaction, seq: number): Promise<number> {
  const sealed = trx.selectFrom('journal_entries').select('event_id').where('seq', '<=', seq)
  const [deleted] = await trx.deleteFrom('audit_events').where('id', 'in', sealed).execute()
  return Number(deleted?.numDeletedRows)
}

function toEventValues(actor: RecordedActor, event: NewEvent): EventValues {
  return {
    eventId: orderedId('evt'),
    kind: event.kind,
    actorKind: actor.kind,
    actorId: actor.kind === 'person' || actor.kind === 'program' ? actor.userId : null,
    actorName: actor.kind === 'visitor' ? '' : actor.name,
    subjectKind: event.subject.kind,
    subjectId: event.subject.id,
    subjectName: event.subject.name,
    eventAccountId: event.accountId ?? null,
    eventKeyId: keyIdOf(event) ?? (actor.kind === 'program' ? (actor.keyId ?? null) : null),
    address: actor.address,
    addressKey: toAddressKey(actor.address),
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
    address_key: event.addressKey,
    request_id: event.requestId,
    details: event.details,
    key_id: event.eventKeyId,
  }
}

import type { RecordedActor } from '#lib/actor.ts'
import type { EventValues, NewEvent } from '#lib/audit/event.ts'
import { eventInsertForEach, insertEvent } from '#lib/audit/store.ts'
import { timedId } from '#lib/crypto.ts'
import type { DbTransaction } from '#lib/db/database.ts'

/** Writes an audit event in the transaction of its change, so that both commit or neither does. */
export async function recordEvent(trx: DbTransaction, actor: RecordedActor, event: NewEvent): Promise<void> {
  await insertEvent(trx, toEventValues(actor, event))
}

/** {@link recordEvent} as a part of the statement that makes the change: its parameters and its SQL. */
export const eventInStatement = { values: toEventValues, part: eventInsertForEach }

function toEventValues(actor: RecordedActor, event: NewEvent): EventValues {
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

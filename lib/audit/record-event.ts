import type { Transaction } from 'kysely'
import type { RecordedActor } from '#lib/actor.ts'
import type { NewEvent } from '#lib/audit/event.ts'
import { eventInsertForEach, insertEvent, toEventValues } from '#lib/audit/store.ts'
import type { Tables } from '#lib/db/tables.ts'

/** Records who did what, inside the transaction of the change: both happen or neither does. */
export async function recordEvent(trx: Transaction<Tables>, actor: RecordedActor, event: NewEvent): Promise<void> {
  await insertEvent(trx, actor, event)
}

/** The same for a statement that makes the change and records it at once: what it is given, and the part itself. */
export const eventInStatement = { values: toEventValues, part: eventInsertForEach }

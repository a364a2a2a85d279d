import type { Transaction } from 'kysely'
import type { NewEvent } from '#lib/audit/event.ts'
import { insertEvent } from '#lib/audit/store.ts'
import type { Tables } from '#lib/db/schema.ts'
import type { RecordedActor } from '#lib/users/actor.ts'

/** Records who did what, inside the transaction of the change: both happen or neither does. */
export async function recordEvent(trx: Transaction<Tables>, actor: RecordedActor, event: NewEvent): Promise<void> {
  await insertEvent(trx, actor, event)
}

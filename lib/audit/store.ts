import type { NewEvent } from '#lib/audit/event.ts'
import { randomBase62 } from '#lib/crypto.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { Actor } from '#lib/users/actor.ts'

export async function insertEvent(db: Db, actor: Actor, event: NewEvent): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      id: `evt_${randomBase62(20)}`,
      at: nowMs,
      kind: event.kind,
      actor_kind: actor.kind,
      actor_id: actor.kind === 'person' || actor.kind === 'program' ? actor.userId : null,
      actor_name: actor.kind === 'visitor' ? '' : actor.name,
      subject_kind: event.subject.kind,
      subject_id: event.subject.id,
      subject_name: event.subject.name,
      account_id: event.accountId ?? null,
      address: actor.address,
      request_id: actor.requestId,
      details: JSON.stringify(event.details ?? {}),
    })
    .execute()
}

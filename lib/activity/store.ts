import { z } from 'zod'
import { type EventFilter, kindsOf, type Turn } from '#lib/activity/event-filter.ts'
import { type AuditEvent, eventKinds } from '#lib/audit/event.ts'
import type { Db } from '#lib/db/database.ts'
import type { AuditEventRow } from '#lib/db/tables.ts'

/** The events older than `before`, newest first, or newer than `after`, oldest first; without either, the newest. */
export async function listEventsFrom(
  db: Db,
  filter: EventFilter,
  { before, after }: Turn,
  limit: number,
): Promise<AuditEvent[]> {
  const [order, comparison, place] = after ? (['asc', '>', after] as const) : (['desc', '<', before] as const)
  let query = matching(db, filter).orderBy('at', order).orderBy('id', order).limit(limit)
  if (place) query = query.where((eb) => eb(eb.refTuple('at', 'id'), comparison, eb.tuple(place.at, place.id)))
  return (await query.execute()).map(toEvent)
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

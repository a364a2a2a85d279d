import type { AuditEvent } from '#lib/audit/event.ts'
import { toCsvLine } from '#lib/csv.ts'

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

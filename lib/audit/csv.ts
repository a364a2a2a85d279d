import type { AuditEvent } from '#lib/audit/event.ts'

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

/** The events as CSV, a line at a time, header first: RFC 4180, no byte order mark, instants in ISO 8601 UTC. */
export async function* toCsv(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  yield toCsvLine(columns)
  for await (const event of events) yield toCsvLine(toCells(event))
}

/** One line with its CRLF. */
export function toCsvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => quote(disarm(cell ?? ''))).join(',')}\r\n`
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

/**
 * Names in the record are chosen by others, and a spreadsheet runs what begins with `=`, `+`, `-` or `@` (or their
 * full-width forms) as a formula: an apostrophe in front makes it text. Where the list separator is a semicolon, a
 * cell may also begin in the middle of ours.
 */
function disarm(text: string): string {
  return text.replace(/(^|;)(?=[=+\-@＝＋－＠\t\r\n])/g, "$1'")
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

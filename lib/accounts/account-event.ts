import type { EventKind, NewEvent } from '#lib/audit/event.ts'

/** A record about an account, by the name it has now, that is also found among all records of this account. */
export function accountEvent(
  kind: EventKind,
  { id, name }: Readonly<{ id: string; name: string }>,
  details?: NewEvent['details'],
): NewEvent {
  return { kind, subject: { kind: 'account', id, name }, accountId: id, ...(details && { details }) }
}

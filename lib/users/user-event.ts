import type { EventKind, NewEvent } from '#lib/audit/event.ts'
import type { User } from '#lib/users/user.ts'

/** A record about a user, by the name they have now. */
export function userEvent(kind: EventKind, user: Pick<User, 'id' | 'name'>, details?: NewEvent['details']): NewEvent {
  return { kind, subject: { kind: 'user', id: user.id, name: user.name }, ...(details && { details }) }
}

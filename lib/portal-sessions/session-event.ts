import type { NewEvent } from '#lib/audit/event.ts'
import type { User } from '#lib/users/user.ts'

type SessionEventKind = 'portal_session.started' | 'portal_session.refused' | 'portal_session.ended'

/** A record about somebody's signing in or out. Of an unknown name nothing is kept: it may be a mistyped password. */
export function sessionEvent(
  kind: SessionEventKind,
  user: Pick<User, 'id' | 'name'> | undefined,
  details?: NewEvent['details'],
): NewEvent {
  const subject = { kind: 'user', id: user?.id ?? null, name: user?.name ?? '' } as const
  return { kind, subject, ...(details && { details }) }
}

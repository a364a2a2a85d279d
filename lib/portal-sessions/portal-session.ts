import type { NewEvent } from '#lib/audit/event.ts'
import { dayMs, hourMs, minuteMs } from '#lib/clock.ts'
import type { User } from '#lib/users/user.ts'

/** Protocol, section 8. Use moves the idle end, never the absolute one. */
export const idleMs = 8 * hourMs
export const absoluteMs = 7 * dayMs

/** Uses within this interval are written once, so the idle end may come this much early. */
export const lastSeenIntervalMs = minuteMs

/** What users see of their own sessions. */
export type PortalSession = Readonly<{
  id: string
  userAgent: string
  address: string
  createdAt: number
  lastSeenAt: number
}>

const maxUserAgentLength = 300

/** The part of the `User-Agent` header that is stored. */
export function toUserAgent(header: string | null): string {
  return (header ?? '').slice(0, maxUserAgentLength)
}

type SessionEventKind = 'portal_session.started' | 'portal_session.refused' | 'portal_session.ended'

/** An audit event about a sign-in or sign-out. An unknown name is not stored: it may be a mistyped password. */
export function sessionEvent(
  kind: SessionEventKind,
  user: Pick<User, 'id' | 'name'> | undefined,
  details?: NewEvent['details'],
): NewEvent {
  const subject = { kind: 'user', id: user?.id ?? null, name: user?.name ?? '' } as const
  return { kind, subject, ...(details && { details }) }
}

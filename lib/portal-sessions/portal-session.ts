import { dayMs, hourMs, minuteMs } from '#lib/clock.ts'

/** Protocol, section 8. Use moves the idle end, never the absolute one. */
export const idleMs = 8 * hourMs
export const absoluteMs = 7 * dayMs

/** Uses within this interval are written once, so the idle end may come this much early. */
export const lastSeenIntervalMs = minuteMs

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

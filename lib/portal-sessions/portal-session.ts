import { dayMs, hourMs, minuteMs } from '#lib/clock.ts'

/** Section 8 of the protocol. The idle end moves with use, the absolute one never. */
export const idleMs = 8 * hourMs
export const absoluteMs = 7 * dayMs

/** How often a session's use is written down: the idle end may come this much earlier than it could. */
export const lastSeenIntervalMs = minuteMs

/** What a person sees of their own sessions. */
export type PortalSession = Readonly<{
  id: string
  userAgent: string
  address: string
  createdAt: number
  lastSeenAt: number
}>

/** Longer ones say nothing more, and are not ours to keep. */
const maxUserAgentLength = 300

/** As much of the browser’s name for itself as the list of sessions needs. */
export function toUserAgent(header: string | null): string {
  return (header ?? '').slice(0, maxUserAgentLength)
}

import { minuteMs } from '#lib/kernel/clock.ts'

/** How long the second step of a sign-in may take. */
export const pendingMs = 10 * minuteMs

/** Uses within this interval are written once, so the idle end may come this much early. */
export const lastSeenIntervalMs = minuteMs

export type PortalSession = Readonly<{
  id: string
  userAgent: string
  address: string
  createdAt: number
  lastSeenAt: number
}>

/** The identity at a provider that a sign-in came from. */
export type Federated = Readonly<{
  identityId: string
  /** The hash of the provider's own session ID; null if it tells none. */
  sidHash: string | null
  /** The provider's label, for audit events. */
  provider: string
}>

const maxUserAgentLength = 300

/** The part of the `User-Agent` header that is stored. */
export function toUserAgent(header: string | null): string {
  return (header ?? '').slice(0, maxUserAgentLength)
}

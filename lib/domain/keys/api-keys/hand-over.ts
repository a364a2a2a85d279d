import { dayMs } from '#lib/kernel/clock.ts'

/**
 * `open`: its secret can be generated. `withdrawn`: by a manager, by a newer link or secret, or with its key.
 * `reported`: the recipient did not generate the secret, so the key was revoked.
 */
export type HandOverState = 'open' | 'used' | 'reported' | 'withdrawn' | 'expired'

/** The instants that tell a hand-over's state. */
export type HandOverInstants = Readonly<{
  expiresAt: number
  withdrawnAt: number | null
  usedAt: number | null
  reportedAt: number | null
}>

export const maxHandOverHours = 72

export const handOverPath = '/hand-over'

/** How long a link still tells what became of it. */
export const handOverRetentionMs = 90 * dayMs

/** The hand-over's state at `now`; the final states come first. */
export function handOverState(handOver: HandOverInstants, now: number): HandOverState {
  const { expiresAt, withdrawnAt, usedAt, reportedAt } = handOver
  if (reportedAt !== null) return 'reported'
  if (usedAt !== null) return 'used'
  if (withdrawnAt !== null) return 'withdrawn'
  return now < expiresAt ? 'open' : 'expired'
}

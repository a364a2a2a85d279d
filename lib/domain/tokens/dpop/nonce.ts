import type { ServerKeySet, ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { equalInConstantTime, hmacSha256 } from '#lib/kernel/crypto.ts'

/** A nonce is given out for this long. */
const periodMs = 2 * minuteMs

/**
 * How long a proof can be presented at most: a nonce is accepted in the period before and after its own, so that the
 * clocks of instances may differ by two minutes.
 */
export const maxProofLifeMs = 3 * periodMs

/** The nonce of now (RFC 9449 §8), which every instance knows without storing it. */
export function currentNonce({ current }: ServerKeys, now: number): string {
  return toNonce(current, Math.floor(now / periodMs))
}

/** Whether a nonce was given out lately, under any configured master secret. */
export function isRecentNonce({ all }: ServerKeys, nonce: string, now: number): boolean {
  const period = Math.floor(now / periodMs)
  const known = all.flatMap((set) => [period, period - 1, period + 1].map((each) => toNonce(set, each)))
  return known.some((each) => equalInConstantTime(each, nonce))
}

function toNonce({ dpopNonce }: ServerKeySet, period: number): string {
  return hmacSha256(dpopNonce, String(period)).subarray(0, 16).toString('base64url')
}

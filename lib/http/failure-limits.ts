import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#lib/errors.ts'

/** Counts failures under a subject (an address, or an address and what it tried) and refuses once there were too many. */
export type FailureLimit = {
  /** @throws Refusal `too_many_requests` while the subject has used up its failures */
  check(subject: string): Promise<void>
  /** @throws Refusal `too_many_requests` when this failure is one too many: exact even among parallel requests */
  countFailure(subject: string): Promise<void>
}

export type FailureLimits = Readonly<Record<'clientAtAddress' | 'clientsAtAddress' | 'tokensAtAddress', FailureLimit>>

/** The limits of section 8 of the protocol. They live in memory: each instance counts for itself. */
export function createFailureLimits(): FailureLimits {
  return {
    clientAtAddress: createFailureLimit(20),
    clientsAtAddress: createFailureLimit(200),
    tokensAtAddress: createFailureLimit(60),
  }
}

function createFailureLimit(failuresPerMinute: number): FailureLimit {
  const limiter = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 })
  return {
    async check(subject) {
      const used = await limiter.get(subject)
      if (used && used.consumedPoints >= failuresPerMinute) throw tooMany(used)
    },
    async countFailure(subject) {
      try {
        await limiter.consume(subject)
      } catch (used) {
        throw used instanceof RateLimiterRes ? tooMany(used) : used
      }
    },
  }
}

function tooMany(used: RateLimiterRes): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(used.msBeforeNext / 1_000)) })
}

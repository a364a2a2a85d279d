import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#lib/errors.ts'

/** Counts failures under a subject (a network, or a network and what it tried) and refuses once there were too many. */
export type RateLimit = {
  /** @throws Refusal `too_many_requests` while the subject has used up its failures */
  check(subject: string): Promise<void>
  /** @throws Refusal `too_many_requests` when this failure is one too many: exact even among parallel requests */
  countFailure(subject: string): Promise<void>
}

export type RateLimits = Readonly<Record<'clientAtNetwork' | 'clientsAtNetwork' | 'tokensAtNetwork', RateLimit>>

/** Subjects that one limit remembers: a single IPv6 customer may own 65 536 networks of /64 and more. */
const maxSubjects = 10_000

/** The limits of section 8 of the protocol. They live in memory: each instance counts for itself. */
export function createRateLimits(): RateLimits {
  return {
    clientAtNetwork: createRateLimit(20),
    clientsAtNetwork: createRateLimit(200),
    tokensAtNetwork: createRateLimit(60),
  }
}

function createRateLimit(failuresPerMinute: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 })
  const forgetOldest = createForgetter(limiter)
  return {
    async check(subject) {
      const used = await limiter.get(subject)
      if (used && used.consumedPoints >= failuresPerMinute) throw tooMany(used)
    },
    async countFailure(subject) {
      try {
        if ((await limiter.consume(subject)).isFirstInDuration) await forgetOldest(subject)
      } catch (used) {
        throw used instanceof RateLimiterRes ? tooMany(used) : used
      }
    },
  }
}

/** Bounds the limiter's memory: a new window beyond {@link maxSubjects} drops the window that began first. */
function createForgetter(limiter: RateLimiterMemory): (begun: string) => Promise<void> {
  const subjects = new Set<string>()
  return async (begun) => {
    subjects.delete(begun)
    subjects.add(begun)
    const [oldest] = subjects
    if (subjects.size <= maxSubjects || oldest === undefined) return
    subjects.delete(oldest)
    await limiter.delete(oldest)
  }
}

function tooMany(used: RateLimiterRes): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(used.msBeforeNext / 1_000)) })
}

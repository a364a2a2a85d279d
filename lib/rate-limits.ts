import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#lib/errors.ts'

/** Limits failures per subject: a client network, or a client network and a client ID. */
export type RateLimit = {
  /** @throws Refusal `too_many_requests` while the subject has exhausted its failures */
  check(subject: string): Promise<void>
  /** @throws Refusal `too_many_requests` if this failure exceeds the limit; exact under parallel requests */
  countFailure(subject: string): Promise<void>
}

/** Failures per minute of each limit in section 8 of the protocol. */
const maxFailures = { clientAtNetwork: 20, clientsAtNetwork: 200, tokensAtNetwork: 60 } as const

/** Subjects per limit: a single IPv6 customer may own 65,536 networks of /64 and more. */
const maxSubjects = 10_000

/** The limits of section 8 of the protocol, in memory: each process counts for itself. */
export function createRateLimits(): RateLimits {
  return {
    clientAtNetwork: toRateLimit(createCounter('clientAtNetwork')),
    clientsAtNetwork: toRateLimit(createCounter('clientsAtNetwork')),
    tokensAtNetwork: toRateLimit(createCounter('tokensAtNetwork')),
  }
}

function createRateLimit(failuresPerMinute: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 })
  const evictOldest = createEvictor(limiter)
  return {
    async check(subject) {
      const forMs = await counter.exhaustedForMs(subject)
      if (forMs !== undefined) throw tooMany(forMs)
    },
    async countFailure(subject) {
      try {
        if ((await limiter.consume(subject)).isFirstInDuration) await evictOldest(subject)
      } catch (used) {
        throw used instanceof RateLimiterRes ? tooMany(used) : used
      }
    },
  }
}

/** Bounds the limiter's memory: beyond {@link maxSubjects}, a new window evicts the oldest one. */
function createEvictor(limiter: RateLimiterMemory): (subject: string) => Promise<void> {
  const subjects = new Set<string>()
  return async (subject) => {
    subjects.delete(subject)
    subjects.add(subject)
    const [oldest] = subjects
    if (subjects.size <= maxSubjects || oldest === undefined) return
    subjects.delete(oldest)
    await limiter.delete(oldest)
  }
}

function tooMany(remainingMs: number): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)) })
}

import { minuteMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

/** Counts failures of a subject (a network, or a network and what it tried) and refuses it after too many. */
export type RateLimit = {
  /** @throws Refusal `too_many_requests` while the subject has used up its failures */
  check(subject: string): Promise<void>
  /** @throws Refusal `too_many_requests` when this failure is one too many: exact even among parallel requests */
  countFailure(subject: string): Promise<void>
}

/**
 * Failures per minute of each limit in docs/protocol.md, section 8. A user's leak checks and test messages all count.
 */
export const maxFailures = {
  clientAtNetwork: 20,
  clientsAtNetwork: 200,
  tokensAtNetwork: 60,
  leakChecksOfUser: 30,
  testMailsOfUser: 5,
  passkeysAtNetwork: 60,
  providersAtNetwork: 60,
  logoutsAtNetwork: 60,
} as const

export type LimitName = keyof typeof maxFailures

export const limitNames = Object.keys(maxFailures) as LimitName[]

export type RateLimits = Readonly<Record<LimitName, RateLimit>>

/** Counts the failures of one limit by subject. */
export type FailureCounter = Readonly<{
  /** Milliseconds until the subject has failures left; undefined while it has some. */
  exhaustedForMs(subject: string): Promise<number | undefined>
  count(subject: string): Promise<CountedFailure>
}>

/** `excess`: the failure is beyond the limit. */
export type CountedFailure = Readonly<{ excess: boolean; exhaustedForMs: number | undefined }>

/** Subjects per limit in memory: a single IPv6 customer may own 65,536 networks of /64 and more. */
export const maxSubjects = 10_000

/** @param createCounter where failures are counted: by default in the memory of this process */
export function createRateLimits(createCounter = createMemoryCounter): RateLimits {
  return recordOf(limitNames, (name) => toRateLimit(createCounter(name)))
}

/** Counts in windows of a minute that begin with a subject's first failure. */
export function createMemoryCounter(name: LimitName): FailureCounter {
  // In the order in which the windows began, which is also the order in which they end.
  const windows = new Map<string, { failures: number; endsAt: number }>()
  const find = (subject: string, now: number) => {
    const window = windows.get(subject)
    return window && now < window.endsAt ? window : undefined
  }
  const begin = (subject: string, now: number) => {
    windows.delete(subject)
    for (const [oldest, { endsAt }] of windows) {
      if (now < endsAt && windows.size < maxSubjects) break
      windows.delete(oldest)
    }
    const window = { failures: 0, endsAt: now + minuteMs }
    windows.set(subject, window)
    return window
  }
  return {
    async exhaustedForMs(subject) {
      const now = performance.now()
      const window = find(subject, now)
      return window && window.failures >= maxFailures[name] ? window.endsAt - now : undefined
    },
    async count(subject) {
      const now = performance.now()
      const window = find(subject, now) ?? begin(subject, now)
      window.failures += 1
      const exhaustedForMs = window.failures >= maxFailures[name] ? window.endsAt - now : undefined
      return { excess: window.failures > maxFailures[name], exhaustedForMs }
    },
  }
}

function toRateLimit(counter: FailureCounter): RateLimit {
  return {
    async check(subject) {
      const forMs = await counter.exhaustedForMs(subject)
      if (forMs !== undefined) throw tooManyRequests(forMs)
    },
    async countFailure(subject) {
      const { excess, exhaustedForMs = 0 } = await counter.count(subject)
      if (excess) throw tooManyRequests(exhaustedForMs)
    },
  }
}

export function tooManyRequests(remainingMs: number): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)) })
}

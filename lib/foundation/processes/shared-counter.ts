import { type Exhausted, onPrimaryMessage, tellPrimary } from '#lib/foundation/processes/messages.ts'
import { type CountedFailure, type FailureCounter, type LimitName, maxSubjects } from '#lib/kernel/rate-limits.ts'

/**
 * Counters for a worker: the primary counts for all workers, so that a limit holds for their sum. The primary names
 * exhausted subjects to every worker, so that a check costs no message.
 */
export function shareCounters(): (limit: LimitName) => FailureCounter {
  const exhausted = new ExhaustedSubjects()
  const pending = new Map<number, (counted: CountedFailure) => void>()
  let lastId = 0
  onPrimaryMessage((message) => {
    if (message.kind === 'exhausted') for (const one of message.subjects) exhausted.add(one)
    if (message.kind !== 'counted') return
    pending.get(message.id)?.(message.counted)
    pending.delete(message.id)
  })
  tellPrimary({ kind: 'joined' })
  return (limit) => ({
    exhaustedForMs: async (subject) => exhausted.remainingMs(limit, subject),
    count(subject) {
      const exhaustedForMs = exhausted.remainingMs(limit, subject)
      // The flood of a refused client must not reach the primary.
      if (exhaustedForMs !== undefined) return Promise.resolve({ excess: true, exhaustedForMs })
      const { promise, resolve } = Promise.withResolvers<CountedFailure>()
      lastId += 1
      pending.set(lastId, resolve)
      tellPrimary({ kind: 'failure', id: lastId, limit, subject })
      return promise
    },
  })
}

/** The subjects that have used up their failures, as far as this process knows. */
export class ExhaustedSubjects {
  readonly #until = new Map<string, Readonly<{ limit: LimitName; subject: string; at: number }>>()

  add({ limit, subject, forMs }: Exhausted): void {
    const key = `${limit} ${subject}`
    this.#until.delete(key)
    this.#until.set(key, { limit, subject, at: performance.now() + forMs })
    const [oldest] = this.#until.keys()
    if (this.#until.size > maxSubjects && oldest !== undefined) this.#until.delete(oldest)
  }

  /** Milliseconds until the subject has failures left; undefined if it is not known to be exhausted. */
  remainingMs(limit: LimitName, subject: string): number | undefined {
    const key = `${limit} ${subject}`
    const known = this.#until.get(key)
    if (!known) return undefined
    const remaining = known.at - performance.now()
    if (remaining > 0) return remaining
    this.#until.delete(key)
    return undefined
  }

  list(): Exhausted[] {
    const now = performance.now()
    return [...this.#until.values()].flatMap(({ limit, subject, at }) =>
      at > now ? [{ limit, subject, forMs: at - now }] : [],
    )
  }
}

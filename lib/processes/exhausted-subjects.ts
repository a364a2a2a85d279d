import type { Exhausted } from '#lib/processes/messages.ts'
import { type LimitName, maxSubjects } from '#lib/rate-limits.ts'

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

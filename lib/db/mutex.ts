import { withinTime } from '#lib/db/within-time.ts'

/** Lets one holder in at a time, in order of arrival. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  /** Whether somebody waits to be let in. */
  get isWanted(): boolean {
    return this.#waiting > 0
  }

  /**
   * Resolves to the function that lets the next one in.
   * @param deadline on the scale of `performance.now()`
   * @throws Refusal `temporarily_unavailable` where the turn does not come until then
   */
  async acquire(deadline = Number.POSITIVE_INFINITY): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    this.#waiting += 1
    try {
      await withinTime(before, deadline - performance.now())
    } catch (error) {
      // Whoever comes after waits for the one before.
      void before.then(resolve)
      throw error
    } finally {
      this.#waiting -= 1
    }
    return resolve
  }
}

/** Lets one holder in at a time, in order of arrival. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  /** Whether somebody waits to be let in. */
  get isWanted(): boolean {
    return this.#waiting > 0
  }

  /** Resolves to the function that lets the next one in. */
  async acquire(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    this.#waiting += 1
    await before
    this.#waiting -= 1
    return resolve
  }
}

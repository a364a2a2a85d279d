/** Lets one holder in at a time, in order of arrival. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves to the function that lets the next one in. */
  async acquire(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}

/** Changes that are committed together: nobody is answered before, and all of them share what the commit meets. */
export class CommitGroup {
  readonly #outcome = Promise.withResolvers<void>()
  #isOpen = true
  #trouble: unknown
  /** How many have come so far. */
  size = 0

  constructor() {
    // Each who waits for the end is told by their own await, and there may be nobody left.
    this.#outcome.promise.catch(() => undefined)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** What undid it. */
  get trouble(): unknown {
    return this.#trouble
  }

  /** Resolves once everything is on the disk. @throws what undid it */
  get ended(): Promise<void> {
    return this.#outcome.promise
  }

  /** @param trouble what undid it; undefined where it was committed */
  end(trouble: unknown): void {
    this.#isOpen = false
    this.#trouble = trouble
    if (trouble === undefined) this.#outcome.resolve()
    else this.#outcome.reject(trouble)
  }
}

/** The due times of requests at a fixed rate: the first one at once, and no late response postpones another. */
export class Schedule {
  readonly #startedAt: number
  readonly #everyMs: number
  #given = 0

  constructor(startedAt: number, perSecond: number) {
    this.#startedAt = startedAt
    this.#everyMs = 1_000 / perSecond
  }

  /** The due times up to `now` that were not returned before. */
  due(now: number): number[] {
    const upTo = Math.floor((now - this.#startedAt) / this.#everyMs) + 1
    const instants: number[] = []
    while (this.#given < upTo) instants.push(this.#startedAt + this.#given++ * this.#everyMs)
    return instants
  }
}

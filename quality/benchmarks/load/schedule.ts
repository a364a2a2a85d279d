/** When requests are due at a fixed rate: the first at once, and nothing is put off because an answer is late. */
export class Schedule {
  readonly #startedAt: number
  readonly #everyMs: number
  #given = 0

  constructor(startedAt: number, perSecond: number) {
    this.#startedAt = startedAt
    this.#everyMs = 1_000 / perSecond
  }

  /** The instants that have come by `now` and were not given before, by the same clock. */
  due(now: number): number[] {
    const upTo = Math.floor((now - this.#startedAt) / this.#everyMs) + 1
    const instants: number[] = []
    while (this.#given < upTo) instants.push(this.#startedAt + this.#given++ * this.#everyMs)
    return instants
  }
}

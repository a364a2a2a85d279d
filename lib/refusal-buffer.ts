import { secondMs } from '#lib/clock.ts'
import type { KeptRefusal } from '#lib/kept-refusal.ts'

/** Refusals that one process keeps per second. The rest are only counted, so that a flood costs nothing more. */
export const maxPerSecond = 50
/** Refusals in memory while the database does not answer: 10 seconds of a flood. */
export const maxBuffered = 500

/** The refusals that wait to be written. */
export class RefusalBuffer {
  #rows: KeptRefusal[] = []
  #second = 0
  #inSecond = 0
  #wake: (() => void) | undefined

  /** Whether a refusal of this instant may be kept. Ask before describing it. */
  hasRoom(now: number): boolean {
    const second = Math.floor(now / secondMs)
    if (second !== this.#second) {
      this.#second = second
      this.#inSecond = 0
    }
    return this.#inSecond < maxPerSecond && this.#rows.length < maxBuffered
  }

  add(refusal: KeptRefusal): void {
    this.#inSecond++
    this.#rows.push(refusal)
    this.#wake?.()
  }

  get isWaiting(): boolean {
    return this.#rows.length > 0
  }

  take(): readonly KeptRefusal[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  /** For rows that could not be written. @returns how many have no room any more */
  putBack(rows: readonly KeptRefusal[]): number {
    const all = [...rows, ...this.#rows]
    this.#rows = all.slice(0, maxBuffered)
    return all.length - this.#rows.length
  }

  /** Calls `wake` at each refusal. */
  notify(wake: () => void): void {
    this.#wake = wake
  }
}

import type { KeptRefusal } from '#lib/foundation/buffers/kept-refusal.ts'
import { secondMs } from '#lib/kernel/clock.ts'

/** Refusals that one process keeps per second. The rest are only counted, so that a flood costs nothing more. */
export const maxPerSecond = 50
/** Of one network, or of one key in one network: a neighbor's flood hides no other key's refusals. */
export const maxOfSource = 10
/** Of requests without a known key. The rest of the room is for keys. */
export const maxOfUnknown = 40
/** Refusals in memory while the database does not answer: 10 seconds of a flood. */
export const maxBuffered = 500

/** Where a refused request came from. `keyId`: the key that the server found for it. */
export type RefusalSource = Readonly<{ network: string; keyId: string | undefined }>

/** The refusals that wait to be written. */
export class RefusalBuffer {
  #rows: KeptRefusal[] = []
  #second = 0
  #inSecond = 0
  #unknown = 0
  readonly #bySource = new Map<string, number>()
  #wake: (() => void) | undefined

  /** Takes room for a refusal of this instant. Ask before describing it. @returns false if there is none */
  takeRoom(now: number, { network, keyId }: RefusalSource): boolean {
    const second = Math.floor(now / secondMs)
    if (second !== this.#second) {
      this.#second = second
      this.#inSecond = 0
      this.#unknown = 0
      this.#bySource.clear()
    }
    if (this.#inSecond >= maxPerSecond || this.#rows.length >= maxBuffered) return false
    const isUnknown = keyId === undefined
    const source = isUnknown ? network : `${keyId} ${network}`
    const ofSource = this.#bySource.get(source) ?? 0
    if (ofSource >= maxOfSource || (isUnknown && this.#unknown >= maxOfUnknown)) return false
    this.#bySource.set(source, ofSource + 1)
    this.#inSecond++
    if (isUnknown) this.#unknown++
    return true
  }

  add(refusal: KeptRefusal): void {
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

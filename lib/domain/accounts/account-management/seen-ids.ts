import { hash } from 'node:crypto'

/**
 * The account IDs of a file, in eight bytes each: the first bytes of their SHA-256. Two of a million IDs share them in
 * one of 37 million files; then an account that is missing from the file counts as seen, and stays as it is.
 */
export class SeenIds {
  readonly #hashes: BigUint64Array
  #length = 0
  #isSorted = false

  /** @param capacity how many it can hold */
  constructor(capacity: number) {
    this.#hashes = new BigUint64Array(capacity)
  }

  add(id: string): void {
    if (this.#length < this.#hashes.length) this.#hashes[this.#length] = hashOf(id)
    this.#length += 1
    this.#isSorted = false
  }

  /** How many different IDs were added; undefined if there were too many. */
  count(): number | undefined {
    if (this.#length > this.#hashes.length) return undefined
    let count = 0
    let previous: bigint | undefined
    for (const each of this.#sorted()) {
      if (each !== previous) count += 1
      previous = each
    }
    return count
  }

  has(id: string): boolean {
    const sorted = this.#sorted()
    const wanted = hashOf(id)
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((sorted[middle] ?? wanted) < wanted) from = middle + 1
      else to = middle
    }
    return sorted[from] === wanted
  }

  #sorted(): BigUint64Array {
    const used = this.#hashes.subarray(0, this.#length)
    if (!this.#isSorted) used.sort()
    this.#isSorted = true
    return used
  }
}

function hashOf(id: string): bigint {
  return hash('sha256', id, 'buffer').readBigUInt64LE()
}

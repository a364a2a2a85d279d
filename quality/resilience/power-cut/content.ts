/** The bytes of a growing file, without a copy per write. */
export class Content {
  #buffer: Buffer
  #size: number

  constructor(bytes: Buffer) {
    this.#buffer = Buffer.from(bytes)
    this.#size = bytes.length
  }

  write(offset: number, bytes: Buffer): void {
    this.#reserve(offset + bytes.length)
    bytes.copy(this.#buffer, offset)
    this.#size = Math.max(this.#size, offset + bytes.length)
  }

  /** Truncated bytes are zero if the file grows again. */
  truncate(size: number): void {
    this.#reserve(size)
    if (size < this.#size) this.#buffer.fill(0, size, this.#size)
    this.#size = size
  }

  toBuffer(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#size))
  }

  #reserve(size: number): void {
    if (size <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(size, 2 * this.#buffer.length))
    this.#buffer.copy(larger, 0, 0, this.#size)
    this.#buffer = larger
  }
}

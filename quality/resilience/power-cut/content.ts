/** The bytes of a file that grows, without being copied at each write. */
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

  /** What is cut off is zero where the file grows over it again. */
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

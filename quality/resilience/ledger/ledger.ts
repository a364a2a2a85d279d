import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Entry, TimedEntry } from './entry.ts'

/** A file of acknowledged responses. Workers wait for fsync before their next request. */
export class Ledger {
  readonly #file: string
  readonly #handle: FileHandle
  readonly #listeners = new Set<(entry: TimedEntry) => void>()

  private constructor(file: string, handle: FileHandle) {
    this.#file = file
    this.#handle = handle
  }

  static async open(file: string): Promise<Ledger> {
    return new Ledger(file, await open(file, 'a'))
  }

  /** Resolves when the entry is on the disk. */
  async enter(entry: Entry): Promise<void> {
    const timed = { ...entry, at: preciseNow() }
    await this.#handle.appendFile(`${JSON.stringify(timed)}\n`)
    await this.#handle.datasync()
    for (const listen of this.#listeners) listen(timed)
  }

  /** Calls `listen` for every new entry. @returns a function that stops it */
  onEntry(listen: (entry: TimedEntry) => void): () => void {
    this.#listeners.add(listen)
    return () => void this.#listeners.delete(listen)
  }

  /** Reads all entries from the disk. */
  readAll(): TimedEntry[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** The time of day with microseconds. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

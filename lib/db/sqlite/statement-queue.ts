import { setImmediate } from 'node:timers/promises'
import type { Mutex } from '#lib/db/mutex.ts'
import { type CommitReport, readError, type Statement } from '#lib/db/sqlite/commit-message.ts'
import type { Committer } from '#lib/db/sqlite/committer.ts'
import type { Outcome } from '#lib/db/sqlite/connection.ts'
import { isBusy } from '#lib/db/sqlite/trouble.ts'
import { mostPerCommit } from '#lib/db/sqlite/writer.ts'
import { withinTime } from '#lib/db/within-time.ts'

type Entry = Statement & Readonly<{ deadline: number }> & PromiseWithResolvers<Outcome>

/** The thread gives up a little earlier than those who wait for it: they are to hear what has become of their statement. */
const reportMs = 200

/**
 * Single statements on their way to the thread that commits. Those that arrive while it is at work are committed
 * together next, and this thread does not wait for the disk. Deadlines are on the scale of `performance.now()`.
 */
export class StatementQueue {
  readonly #committer: Committer
  readonly #file: Mutex
  #waiting: Entry[] = []
  /** Until there is nothing left to do. */
  #work: Promise<void> | undefined

  /** @param file is held while the thread writes, because others of this process write to the same file */
  constructor(committer: Committer, file: Mutex) {
    this.#committer = committer
    this.#file = file
  }

  /**
   * Resolves once the change is on the disk.
   * @throws what SQLite says of the statement, or of the commit; Refusal `temporarily_unavailable` where neither is known
   *   at the deadline
   */
  write(sql: string, parameters: readonly unknown[], deadline: number): Promise<Outcome> {
    const entry = { sql, parameters, deadline: deadline - reportMs, ...Promise.withResolvers<Outcome>() }
    this.#waiting.push(entry)
    this.#work ??= this.#carryOutAll()
    return withinTime(entry.promise, deadline - performance.now())
  }

  /** Once what was handed in is done. */
  async close(): Promise<void> {
    await this.#work
    await this.#committer.close()
  }

  /** Never rejects. */
  async #carryOutAll(): Promise<void> {
    // Whatever else this turn of the event loop has to write comes along.
    await setImmediate()
    while (this.#waiting.length > 0) {
      const makeRoom = await this.#file.acquire()
      await this.#commit(this.#takeSome())
      makeRoom()
    }
    this.#work = undefined
  }

  /** Whoever has waited too long is told so, and must not be surprised by a change. */
  #takeSome(): Entry[] {
    const now = performance.now()
    const taken = this.#waiting.splice(0, mostPerCommit)
    return taken.filter(({ deadline }) => deadline > now)
  }

  async #commit(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return
    const statements = entries.map(({ sql, parameters }) => ({ sql, parameters }))
    const limitMs = Math.min(...entries.map(({ deadline }) => deadline)) - performance.now()
    try {
      const report = await this.#committer.carryOut({ statements, limitMs })
      this.#waiting.unshift(...entries.filter((entry, index) => !settle(entry, report[index])))
    } catch (error) {
      for (const { reject } of entries) reject(error)
    }
  }
}

/** @returns false where it is to be tried again, because another process writes and there is time left */
function settle({ deadline, resolve, reject }: Entry, part: CommitReport[number] | undefined): boolean {
  if (part && 'rows' in part) {
    resolve(part)
    return true
  }
  const error = readError(part ?? { message: 'nothing was reported', code: undefined })
  if (isBusy(error) && deadline > performance.now()) return false
  reject(error)
  return true
}

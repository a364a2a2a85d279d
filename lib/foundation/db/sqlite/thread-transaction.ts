import type { Batch } from '#lib/foundation/db/sqlite/batch.ts'
import type { OpenTransaction } from '#lib/foundation/db/sqlite/commit-group.ts'
import type { CommitThread } from '#lib/foundation/db/sqlite/commit-thread.ts'
import type { Outcome } from '#lib/foundation/db/sqlite/connection.ts'

/** A transaction on the commit thread, which commits nothing else meanwhile. It begins with its first statement. */
export class ThreadTransaction implements OpenTransaction {
  readonly #thread: CommitThread
  readonly #deadline: number
  readonly #end = Promise.withResolvers<void>()
  #state: 'new' | 'open' | 'over' = 'new'

  /** @param deadline until when it may wait for another process, on the scale of `performance.now()` */
  constructor(thread: CommitThread, deadline: number) {
    this.#thread = thread
    this.#deadline = deadline
  }

  get ended(): Promise<void> {
    return this.#end.promise
  }

  /** @throws what SQLite says of the statement; SqliteError `SQLITE_IOERR` if the thread has failed since it began */
  run(batch: Batch): Promise<Outcome> {
    const step = this.#state === 'new' ? 'begin' : 'continue'
    if (step === 'begin') this.#state = 'open'
    return this.#thread.takeStep(step, [batch], this.#deadline - performance.now())
  }

  async commit(): Promise<void> {
    await this.#finish('commit')
  }

  /** Reports no error: nothing is kept of a transaction that can't be rolled back, either. */
  async rollback(): Promise<void> {
    await this.#finish('rollback').catch(() => undefined)
  }

  async #finish(step: 'commit' | 'rollback'): Promise<void> {
    const wasOpen = this.#state === 'open'
    this.#state = 'over'
    try {
      if (wasOpen) await this.#thread.takeStep(step, [], 0)
    } finally {
      this.#end.resolve()
    }
  }
}

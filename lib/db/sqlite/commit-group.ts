import type { Outcome, SqliteConnection } from '#lib/db/sqlite/connection.ts'
import { retryWhileBusy } from '#lib/db/sqlite/trouble.ts'

/** Changes that are committed together: nobody is answered before, and all of them share what the commit meets. */
export class CommitGroup {
  readonly #connection: SqliteConnection
  readonly #outcome = Promise.withResolvers<void>()
  #isOpen = true
  #trouble: unknown
  /** How many have come so far. */
  size = 0

  private constructor(connection: SqliteConnection) {
    this.#connection = connection
    // Each who waits for the end is told by their own await, and there may be nobody left.
    this.#outcome.promise.catch(() => undefined)
  }

  /** @param deadline on the scale of `performance.now()`: until then it waits for whoever else writes to the file */
  static async begin(connection: SqliteConnection, deadline: number): Promise<CommitGroup> {
    // What could not be taken back when it failed.
    if (connection.handle.inTransaction) connection.run('rollback', [])
    // IMMEDIATE: a deferred transaction that reads before it writes fails where it cannot be repeated.
    await retryWhileBusy(deadline, () => connection.run('begin immediate', []))
    return new CommitGroup(connection)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Resolves once everything is on the disk. @throws what undid it */
  get ended(): Promise<void> {
    return this.#outcome.promise
  }

  /** @throws what SQLite says of this statement, or what has undone all of them: then nothing is written any more */
  run(sql: string, parameters: readonly unknown[]): Outcome {
    // Outside the transaction that was undone, the rest of its statements would stand for themselves.
    if (!this.#isOpen) throw this.#trouble
    try {
      return this.#connection.run(sql, parameters)
    } catch (error) {
      // SQLite has taken back this statement alone, unless the error, such as a full disk, ended the whole transaction.
      if (!this.#connection.handle.inTransaction) this.#end(error)
      throw error
    }
  }

  /** Never throws: `ended` tells how it went. */
  commit(): void {
    try {
      this.#connection.run('commit', [])
      this.#end()
    } catch (error) {
      this.#end(error)
      this.#takeBack()
    }
  }

  #takeBack(): void {
    try {
      // A full disk makes SQLite roll back by itself.
      if (this.#connection.handle.inTransaction) this.#connection.run('rollback', [])
    } catch {
      // The members are told what came first. Whoever begins next tries again, and is told of this.
    }
  }

  #end(trouble?: unknown): void {
    this.#isOpen = false
    this.#trouble = trouble
    if (trouble === undefined) this.#outcome.resolve()
    else this.#outcome.reject(trouble)
  }
}

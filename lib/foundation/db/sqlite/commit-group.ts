import type { Batch } from '#lib/foundation/db/sqlite/batch.ts'
import type { Outcome, SqliteConnection } from '#lib/foundation/db/sqlite/connection.ts'

/** Statements and transactions that share one SQLite transaction, and with it one wait for the disk. */
export class CommitGroup {
  readonly #connection: SqliteConnection
  readonly #isAlone: boolean
  #undoneBy: unknown

  /**
   * @param isAlone for a single statement that must run outside any transaction, such as a pragma
   * @throws SqliteError `SQLITE_BUSY` while another process writes
   */
  constructor(connection: SqliteConnection, isAlone: boolean) {
    this.#connection = connection
    this.#isAlone = isAlone
    // A rollback that failed may have left the previous group open.
    if (connection.handle.inTransaction) connection.run('rollback', [])
    // IMMEDIATE: a deferred transaction that reads before it writes can fail at its first write.
    if (!isAlone) connection.run('begin immediate', [])
  }

  /** Whether SQLite rolled back the whole group, as it does when the disk is full. */
  get isUndone(): boolean {
    return this.#undoneBy !== undefined
  }

  /** @throws the error of a statement, when nothing of the batch remains, or the error that undid the group */
  run(batch: Batch): Outcome {
    if (!batch.consequences) return this.runUnprotected(batch)
    this.execute('savepoint batch')
    try {
      return this.runUnprotected(batch)
    } catch (error) {
      if (!this.isUndone) this.execute('rollback to batch')
      throw error
    } finally {
      if (!this.isUndone) this.execute('release batch')
    }
  }

  /** Without a savepoint: if a consequence fails, the group has to be given up. @throws as {@link run} */
  runUnprotected({ sql, parameters, consequences = [] }: Batch): Outcome {
    const outcome = this.execute(sql, parameters)
    if (outcome.rows.length > 0) for (const each of consequences) this.execute(each.sql, each.parameters)
    return outcome
  }

  /** @throws the error of this statement, or the error that undid the group */
  execute(sql: string, parameters: readonly unknown[] = []): Outcome {
    // Outside the transaction that was rolled back, the statement would commit by itself.
    if (this.isUndone) throw this.#undoneBy
    try {
      return this.#connection.run(sql, parameters)
    } catch (error) {
      if (!this.#connection.handle.inTransaction) this.#undoneBy = error
      throw error
    }
  }

  /** @throws the error that undid the group */
  commit(): void {
    if (this.isUndone) throw this.#undoneBy
    if (this.#isAlone) return
    try {
      this.#connection.run('commit', [])
    } catch (error) {
      this.#undoneBy = error
      this.rollBack()
      throw error
    }
  }

  /** Gives up the group. */
  rollBack(): void {
    try {
      if (this.#connection.handle.inTransaction) this.#connection.run('rollback', [])
    } catch {
      // The next group rolls back before it begins, and reports this error if it persists.
    }
  }
}

/** A transaction of a caller. */
export type OpenTransaction = Readonly<{
  /** Resolves once the transaction is released or rolled back. */
  ended: Promise<void>
  run: (batch: Batch) => Outcome | Promise<Outcome>
  /** Resolves once the change is on the disk. @throws what undid it: then nothing was kept */
  commit: () => Promise<void>
  /** Does nothing after the end. */
  rollback: () => void | Promise<void>
}>

/** A transaction inside a group, as a savepoint: it can be rolled back without the other members. */
export class MemberTransaction implements OpenTransaction {
  readonly #group: CommitGroup
  readonly #durable: Promise<void>
  readonly #end = Promise.withResolvers<void>()
  #isOver = false

  /** @param durable resolves once the group is on the disk, rejects with what undid it */
  constructor(group: CommitGroup, durable: Promise<void>) {
    this.#group = group
    this.#durable = durable
    group.execute('savepoint member')
  }

  get ended(): Promise<void> {
    return this.#end.promise
  }

  run(batch: Batch): Outcome {
    return this.#group.run(batch)
  }

  async commit(): Promise<void> {
    this.#group.execute('release member')
    this.#finish()
    await this.#durable
  }

  /** Does nothing to a group that SQLite has rolled back. */
  rollback(): void {
    if (this.#isOver) return
    try {
      if (!this.#group.isUndone) this.#group.execute('rollback to member')
      if (!this.#group.isUndone) this.#group.execute('release member')
    } finally {
      this.#finish()
    }
  }

  #finish(): void {
    this.#isOver = true
    this.#end.resolve()
  }
}

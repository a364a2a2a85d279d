import { setImmediate } from 'node:timers/promises'
import { Mutex } from '#lib/db/mutex.ts'
import { CommitGroup } from '#lib/db/sqlite-commit-group.ts'
import type { SqliteConnection } from '#lib/db/sqlite-connection.ts'
import { MemberTransaction } from '#lib/db/sqlite-member-transaction.ts'
import { retryWhileBusy } from '#lib/db/sqlite-trouble.ts'

type Outcome = ReturnType<SqliteConnection['run']>
type Run = SqliteConnection['run']

/** From being let in until making room for the next. */
type Turn = Readonly<{ group: CommitGroup; run: Run; leave: () => void }>

/** So many that the last one of them does not wait noticeably for the first. */
const mostPerCommit = 100

/**
 * The one who writes to the file. Whoever arrives while others are at it joins them: single statements and whole
 * transactions go one after the other, each may fail by itself, and all that succeed are committed together, because
 * waiting for the disk costs far more than writing. Deadlines are on the scale of `performance.now()`.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #mutex = new Mutex()
  #group: CommitGroup | undefined

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /** Resolves once the change is on the disk. @throws what SQLite says of the statement, or of the commit */
  async write(sql: string, parameters: readonly unknown[], deadline: number): Promise<Outcome> {
    const { group, run, leave } = await this.#enter(deadline)
    let outcome: Outcome
    try {
      outcome = run(sql, parameters)
    } finally {
      leave()
    }
    await group.ended
    return outcome
  }

  /** Lets somebody in for several statements, which are kept together or not at all. */
  async begin(deadline: number): Promise<MemberTransaction> {
    const { group, run, leave } = await this.#enter(deadline)
    try {
      return new MemberTransaction(group, run, leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  /** For what may have to stand outside any transaction, such as a pragma. */
  async runOutside(sql: string, parameters: readonly unknown[], deadline: number): Promise<Outcome> {
    const makeRoom = await this.#mutex.acquire()
    try {
      if (this.#group) this.#commit(this.#group)
      return await retryWhileBusy(deadline, () => this.#connection.run(sql, parameters))
    } finally {
      makeRoom()
    }
  }

  close(): void {
    this.#connection.close()
  }

  async #enter(deadline: number): Promise<Turn> {
    const makeRoom = await this.#mutex.acquire()
    try {
      const group = this.#group ?? (await this.#open(deadline))
      group.size += 1
      const run: Run = (sql, parameters) => this.#attempt(group, sql, parameters)
      return { group, run, leave: () => void this.#leave(group, makeRoom) }
    } catch (error) {
      makeRoom()
      throw error
    }
  }

  async #open(deadline: number): Promise<CommitGroup> {
    // IMMEDIATE: a deferred transaction that reads before it writes fails where it cannot be repeated.
    await retryWhileBusy(deadline, () => this.#connection.run('begin immediate', []))
    this.#group = new CommitGroup()
    return this.#group
  }

  #attempt(group: CommitGroup, sql: string, parameters: readonly unknown[]): Outcome {
    // Outside the transaction that was undone, the rest of its statements would stand for themselves.
    if (!group.isOpen) throw group.trouble
    try {
      return this.#connection.run(sql, parameters)
    } catch (error) {
      // SQLite has taken back this statement alone, unless the error, such as a full disk, ended the whole transaction.
      if (!this.#connection.handle.inTransaction) this.#end(group, error)
      throw error
    }
  }

  /** Lets the next one in. Where there is none, or enough have come, what they did is committed. Never rejects. */
  async #leave(group: CommitGroup, makeRoom: () => void): Promise<void> {
    // Whatever else this turn of the event loop has to write comes along.
    if (!this.#mutex.isWanted) await setImmediate()
    if (group.isOpen && !(this.#mutex.isWanted && group.size < mostPerCommit)) this.#commit(group)
    makeRoom()
  }

  #commit(group: CommitGroup): void {
    try {
      this.#connection.run('commit', [])
      this.#end(group)
    } catch (error) {
      // A full disk makes SQLite roll back by itself; a second rollback would hide the first error.
      if (this.#connection.handle.inTransaction) this.#connection.run('rollback', [])
      this.#end(group, error)
    }
  }

  #end(group: CommitGroup, trouble?: unknown): void {
    this.#group = undefined
    group.end(trouble)
  }
}

import { setImmediate } from 'node:timers/promises'
import { Mutex } from '#lib/db/mutex.ts'
import { CommitGroup } from '#lib/db/sqlite/commit-group.ts'
import type { Outcome, SqliteConnection } from '#lib/db/sqlite/connection.ts'
import { MemberTransaction } from '#lib/db/sqlite/member-transaction.ts'
import { retryWhileBusy } from '#lib/db/sqlite/trouble.ts'

/** From being let in until making room for the next. */
type Turn = Readonly<{ group: CommitGroup; leave: () => void }>

/** So many that the last one of them does not wait noticeably for the first. */
export const mostPerCommit = 100

/**
 * The one who writes to the file. Whoever arrives while others are at it joins them: single statements and whole
 * transactions go one after the other, each may fail by itself, and all that succeed are committed together, because
 * waiting for the disk costs far more than writing. Deadlines are on the scale of `performance.now()`.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #file: Mutex
  readonly #mutex = new Mutex()
  #group: CommitGroup | undefined
  #letGo: () => void = () => undefined

  /** @param file is held while a group is open, because others of this process write to the same file */
  constructor(connection: SqliteConnection, file: Mutex) {
    this.#connection = connection
    this.#file = file
  }

  /** Resolves once the change is on the disk. @throws what SQLite says of the statement, or of the commit */
  async write(sql: string, parameters: readonly unknown[], deadline: number): Promise<Outcome> {
    const { group, leave } = await this.#enter(deadline)
    let outcome: Outcome
    try {
      outcome = group.run(sql, parameters)
    } finally {
      leave()
    }
    await group.ended
    return outcome
  }

  /** Lets somebody in for several statements, which are kept together or not at all. */
  async begin(deadline: number): Promise<MemberTransaction> {
    const { group, leave } = await this.#enter(deadline)
    try {
      return new MemberTransaction(group, leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  /** For what may have to stand outside any transaction, such as a pragma. */
  async runOutside(sql: string, parameters: readonly unknown[], deadline: number): Promise<Outcome> {
    const makeRoom = await this.#mutex.acquire()
    try {
      this.#commit()
      await this.#takeFile(deadline)
      return await retryWhileBusy(deadline, () => this.#connection.run(sql, parameters))
    } finally {
      this.#letGo()
      makeRoom()
    }
  }

  close(): void {
    this.#connection.close()
  }

  async #enter(deadline: number): Promise<Turn> {
    const makeRoom = await this.#mutex.acquire()
    try {
      const group = this.#group?.isOpen ? this.#group : await this.#open(deadline)
      group.size += 1
      return { group, leave: () => void this.#leave(group, makeRoom) }
    } catch (error) {
      this.#letGo()
      makeRoom()
      throw error
    }
  }

  async #open(deadline: number): Promise<CommitGroup> {
    await this.#takeFile(deadline)
    this.#group = await CommitGroup.begin(this.#connection, deadline)
    return this.#group
  }

  async #takeFile(deadline: number): Promise<void> {
    // One that was undone has ended without a commit.
    this.#letGo()
    this.#letGo = await this.#file.acquire(deadline)
  }

  /** Lets the next one in. Where there is none, or enough have come, what they did is committed. Never rejects. */
  async #leave(group: CommitGroup, makeRoom: () => void): Promise<void> {
    // Whatever else this turn of the event loop has to write comes along.
    if (!this.#mutex.isWanted) await setImmediate()
    if (!(this.#mutex.isWanted && group.size < mostPerCommit)) this.#commit()
    makeRoom()
  }

  #commit(): void {
    if (this.#group?.isOpen) this.#group.commit()
    this.#group = undefined
    this.#letGo()
  }
}

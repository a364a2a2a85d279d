import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Batch } from '#lib/foundation/db/sqlite/batch.ts'
import { CommitGroup, MemberTransaction, type OpenTransaction } from '#lib/foundation/db/sqlite/commit-group.ts'
import { type BatchResult, type CommitThread, readError } from '#lib/foundation/db/sqlite/commit-thread.ts'
import type { Outcome, SqliteConnection } from '#lib/foundation/db/sqlite/connection.ts'
import { busyPauseMs, isBusy } from '#lib/foundation/db/sqlite/errors.ts'
import { ThreadTransaction } from '#lib/foundation/db/sqlite/thread-transaction.ts'
import { measurements } from '#lib/kernel/measurements.ts'
import { databaseOutage, withinTime } from '#lib/kernel/wait-budget.ts'

/** Few enough that the last member of a group does not noticeably wait for the first. */
const maxPerCommit = 100
/** The thread gives up this much earlier than its callers, so that they learn what became of their statement. */
const reportMs = 200
/** A timer may fire this much early: work that has less time left would change data after its caller was refused. */
const timerErrorMs = 2

/** `isAlone`: outside any transaction, as a pragma must run. */
type JobOptions = Readonly<{ deadline: number; isAlone: boolean }>
type Caller = Readonly<{ reject: (error: unknown) => void }>
/** A transaction, or a statement that runs on this thread. `run` resolves to the function that answers its caller. */
type Job = JobOptions & Caller & Readonly<{ run: (group: CommitGroup) => Promise<() => void> }>
/** `inBulk`: on the commit thread, if there is one. */
type BeginOptions = Readonly<{ deadline: number; inBulk: boolean }>
type WaitingBatch = Batch & Caller & Readonly<{ deadline: number; resolve: (outcome: Outcome) => void }>

/**
 * Serializes the writes of this process and group-commits concurrent callers, because waiting for the disk costs far
 * more than writing. Each member of a group can fail by itself, and is answered once the group is on the disk. Single
 * statements and batches are committed by a thread, so that the event loop does not wait for the disk; the steps of a
 * transaction run here, because a message to the thread for each step would cost more, unless they write many rows.
 * Deadlines are on the scale of `performance.now()`.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #thread: CommitThread | undefined
  #batches: WaitingBatch[] = []
  readonly #jobs: Job[] = []
  /** Begin a transaction on the thread, and resolve once it has ended. */
  readonly #bulks: (() => Promise<void>)[] = []
  #work: Promise<void> | undefined

  /** @param thread without it, statements are committed on this thread, too */
  constructor(connection: SqliteConnection, thread?: CommitThread) {
    this.#connection = connection
    this.#thread = thread
  }

  /** @throws what SQLite says of the statement or the commit; Refusal `temporarily_unavailable` after the deadline */
  write(batch: Batch, { deadline, isAlone }: JobOptions): Promise<Outcome> {
    if (isAlone || !this.#thread) {
      const durable = this.#enqueue({ deadline, isAlone }, (group) => group.run(batch))
      return withinTime(durable, deadline - performance.now())
    }
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    this.#batches.push({ ...batch, deadline: deadline - reportMs, resolve, reject })
    this.#work ??= this.#workOff()
    return withinTime(promise, deadline - performance.now())
  }

  /** @throws Refusal `temporarily_unavailable` if the transaction cannot begin before the deadline */
  async begin({ deadline, inBulk }: BeginOptions): Promise<OpenTransaction> {
    const begun = inBulk && this.#thread ? this.#beginOn(this.#thread, deadline) : this.#beginHere(deadline)
    try {
      return await withinTime(begun, deadline - performance.now())
    } catch (error) {
      // A transaction that begins too late must not keep the group open.
      begun.then((transaction) => transaction.rollback()).catch(() => undefined)
      throw error
    }
  }

  #beginHere(deadline: number): Promise<OpenTransaction> {
    const { promise: begun, resolve, reject } = Promise.withResolvers<OpenTransaction>()
    const durable: Promise<void> = this.#enqueue({ deadline, isAlone: false }, (group) => {
      const transaction = new MemberTransaction(group, durable)
      resolve(transaction)
      return transaction.ended
    })
    durable.catch(reject)
    return begun
  }

  #beginOn(thread: CommitThread, deadline: number): Promise<OpenTransaction> {
    const { promise: begun, resolve } = Promise.withResolvers<OpenTransaction>()
    this.#bulks.push(() => {
      const transaction = new ThreadTransaction(thread, deadline)
      resolve(transaction)
      return transaction.ended
    })
    this.#work ??= this.#workOff()
    return begun
  }

  /** Waits for the writes under way. */
  async close(): Promise<void> {
    await this.#work
    await this.#thread?.close()
    this.#connection.close()
  }

  #enqueue<T>(options: JobOptions, work: (group: CommitGroup) => T | Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const run = async (group: CommitGroup) => {
      const result = await work(group)
      return () => resolve(result)
    }
    this.#jobs.push({ ...options, deadline: options.deadline - timerErrorMs, run, reject })
    this.#work ??= this.#workOff()
    return promise
  }

  /** Never rejects. Takes statements and transactions in turns: two connections never wait for each other's lock. */
  async #workOff(): Promise<void> {
    // Other writes of this turn of the event loop join.
    await yieldToEventLoop()
    while (this.#batches.length > 0 || this.#jobs.length > 0 || this.#bulks.length > 0) {
      await this.#commitBatches()
      await this.#commitJobs()
      const bulk = this.#bulks.shift()
      if (bulk) await bulk()
    }
    this.#work = undefined
  }

  async #commitBatches(): Promise<void> {
    const now = performance.now()
    // A caller that was refused in the meantime must not be surprised by a change.
    const batches = this.#batches.splice(0, maxPerCommit).filter(({ deadline }) => deadline > now)
    if (!this.#thread || batches.length === 0) return
    try {
      const limitMs = Math.min(...batches.map(({ deadline }) => deadline)) - now
      const results = await this.#thread.commit(batches, limitMs)
      measurements.commitSizes.add(batches.length)
      const busy = batches.filter((batch, index) => !answer(batch, results[index]))
      this.#batches.unshift(...busy)
    } catch (error) {
      for (const { reject } of batches) reject(error)
    }
  }

  async #commitJobs(): Promise<void> {
    const first = this.#nextJob()
    if (!first) return
    try {
      await this.#runGroup(new CommitGroup(this.#connection, first.isAlone), first.isAlone)
    } catch (error) {
      if (isBusy(error)) await sleep(busyPauseMs)
      else this.#jobs.shift()?.reject(error)
    }
  }

  /** @throws SqliteError `SQLITE_BUSY` if the statement has to be tried again */
  async #runGroup(group: CommitGroup, isAlone: boolean): Promise<void> {
    const members: Job[] = []
    const answers: (() => void)[] = []
    const limit = isAlone ? 1 : maxPerCommit
    try {
      for (let job = this.#nextJob(); job?.isAlone === isAlone && members.length < limit; job = this.#nextJob()) {
        this.#jobs.shift()
        members.push(job)
        // Errors wait for the commit as well: they can be due to another member.
        const { reject } = job
        answers.push(await job.run(group).catch((error: unknown) => () => reject(error)))
      }
      group.commit()
      if (!isAlone) measurements.commitSizes.add(members.length)
      for (const answer of answers) answer()
    } catch (error) {
      const isTriedAgain = isAlone && isBusy(error)
      if (isTriedAgain) this.#jobs.unshift(...members)
      else for (const { reject } of members) reject(error)
      if (isTriedAgain) throw error
    }
  }

  /** The first job that still has time. */
  #nextJob(): Job | undefined {
    const now = performance.now()
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      if (job.deadline > now) return job
      this.#jobs.shift()
      job.reject(databaseOutage())
    }
    return undefined
  }
}

/** @returns false if the batch is to be tried again, because another process writes and there is time left */
function answer({ deadline, resolve, reject }: WaitingBatch, result: BatchResult | undefined): boolean {
  if (result && 'rows' in result) {
    resolve(result)
    return true
  }
  const error = readError(result ?? { message: 'the thread reported nothing', code: undefined })
  if (isBusy(error) && deadline > performance.now()) return false
  reject(error)
  return true
}

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import type { Batch } from '#lib/foundation/db/sqlite/batch.ts'
import type { Outcome } from '#lib/foundation/db/sqlite/connection.ts'

type OrderedStatement = Readonly<{ text: number; parameters: readonly unknown[] }>
export type OrderedBatch = OrderedStatement & Readonly<{ consequences?: readonly OrderedStatement[] }>

/** A step of a transaction that stays open between orders. The first two carry its statements. */
export type Step = 'begin' | 'continue' | 'commit' | 'rollback'

/** Statements with the same text share it: there are many of few kinds. */
export type Order = Readonly<{
  texts: readonly string[]
  batches: readonly OrderedBatch[]
  /** How long the thread may wait for another process that writes. */
  limitMs: number
  /** Without it, the batches are committed together, each as if it were alone. */
  step?: Step
}>

/** Errors lose their code on the way between threads. */
export type WrittenError = Readonly<{ message: string; code: string | undefined }>
export type BatchResult = Outcome | WrittenError

export function readError({ message, code }: WrittenError): Error {
  return code === undefined ? new Error(message) : new SqliteDatabase.SqliteError(message, code)
}

const script = new URL('commit-worker.ts', import.meta.url)

/** A thread with a connection of its own. It starts at the first order, and again after it has failed. */
export class CommitThread {
  readonly #workerData: Readonly<{ file: string; busyTimeoutMs: number }>
  #worker: Worker | undefined
  readonly #orders: PromiseWithResolvers<readonly BatchResult[]>[] = []

  constructor(file: string, busyTimeoutMs: number) {
    this.#workerData = { file, busyTimeoutMs }
  }

  /**
   * Commits these batches together. Not while a transaction is open.
   * @returns one result per batch
   * @throws SqliteError `SQLITE_IOERR` when the thread ends: whether it has committed is then unknown
   */
  commit(batches: readonly Batch[], limitMs: number): Promise<readonly BatchResult[]> {
    return this.#send(toOrder(batches, limitMs))
  }

  /**
   * Takes a step of the transaction that this thread holds open.
   * @returns what the statement of the step did
   * @throws what SQLite says of it, or of the transaction; SqliteError `SQLITE_IOERR` as {@link commit}
   */
  async takeStep(step: Step, batches: readonly Batch[], limitMs: number): Promise<Outcome> {
    const [result = { rows: [], changes: 0 }] = await this.#send({ ...toOrder(batches, limitMs), step })
    if ('rows' in result) return result
    throw readError(result)
  }

  async #send(order: Order): Promise<readonly BatchResult[]> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const results = Promise.withResolvers<readonly BatchResult[]>()
    this.#orders.push(results)
    worker.postMessage(order)
    // The thread keeps the process alive only while a caller waits for it.
    worker.ref()
    try {
      return await results.promise
    } finally {
      if (this.#orders.length === 0) worker.unref()
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    const exit = once(worker, 'exit')
    worker.postMessage('close')
    worker.ref()
    await exit
  }

  #start(): Worker {
    const worker = new Worker(script, { workerData: this.#workerData })
    worker.on('message', (results: readonly BatchResult[]) => this.#orders.shift()?.resolve(results))
    worker.on('error', ({ message }) => this.#forget(worker, message))
    worker.on('exit', () => this.#forget(worker, 'the commit thread has ended'))
    return worker
  }

  #forget(worker: Worker, message: string): void {
    // An error is followed by the exit, when another worker may have started.
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#orders.splice(0)) reject(readError({ message, code: 'SQLITE_IOERR' }))
  }
}

function toOrder(batches: readonly Batch[], limitMs: number): Order {
  const texts = new Map<string, number>()
  const numberOf = (sql: string) => {
    const number = texts.get(sql) ?? texts.size
    texts.set(sql, number)
    return number
  }
  const toOrdered = ({ sql, parameters }: Batch): OrderedStatement => ({ text: numberOf(sql), parameters })
  const ordered = batches.map((batch) =>
    batch.consequences ? { ...toOrdered(batch), consequences: batch.consequences.map(toOrdered) } : toOrdered(batch),
  )
  return { texts: [...texts.keys()], batches: ordered, limitMs }
}

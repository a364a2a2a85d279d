import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import type { Batch } from '#lib/db/sqlite/batch.ts'
import type { Outcome } from '#lib/db/sqlite/connection.ts'

type OrderedStatement = Readonly<{ text: number; parameters: readonly unknown[] }>
export type OrderedBatch = OrderedStatement & Readonly<{ consequences?: readonly OrderedStatement[] }>

/** Statements with the same text share it: there are many of few kinds. */
export type CommitOrder = Readonly<{
  texts: readonly string[]
  batches: readonly OrderedBatch[]
  /** How long the thread may wait for another process that writes. */
  limitMs: number
}>

/** Errors lose their code on the way between threads. */
export type WrittenError = Readonly<{ message: string; code: string | undefined }>
export type BatchResult = Outcome | WrittenError

export function readError({ message, code }: WrittenError): Error {
  return code === undefined ? new Error(message) : new SqliteDatabase.SqliteError(message, code)
}

const script = new URL('commit-worker.ts', import.meta.url)

/** A thread with a connection of its own. It starts at the first commit, and again after it has failed. */
export class CommitThread {
  readonly #workerData: Readonly<{ file: string; busyTimeoutMs: number }>
  #worker: Worker | undefined
  #results: PromiseWithResolvers<readonly BatchResult[]> | undefined

  constructor(file: string, busyTimeoutMs: number) {
    this.#workerData = { file, busyTimeoutMs }
  }

  /**
   * Commits these batches together. One call at a time.
   * @returns one result per batch
   * @throws SqliteError `SQLITE_IOERR` when the thread ends: whether it has committed is then unknown
   */
  async commit(batches: readonly Batch[], limitMs: number): Promise<readonly BatchResult[]> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    this.#results = Promise.withResolvers()
    worker.postMessage(toOrder(batches, limitMs))
    // The thread keeps the process alive only while a caller waits for it.
    worker.ref()
    try {
      return await this.#results.promise
    } finally {
      worker.unref()
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
    worker.on('message', (results: readonly BatchResult[]) => this.#results?.resolve(results))
    worker.on('error', ({ message }) => this.#forget(worker, message))
    worker.on('exit', () => this.#forget(worker, 'the commit thread has ended'))
    return worker
  }

  #forget(worker: Worker, message: string): void {
    // An error is followed by the exit, when another worker may have started.
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#results?.reject(readError({ message, code: 'SQLITE_IOERR' }))
  }
}

function toOrder(batches: readonly Batch[], limitMs: number): CommitOrder {
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

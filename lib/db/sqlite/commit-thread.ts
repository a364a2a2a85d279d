import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import type { Outcome } from '#lib/db/sqlite/connection.ts'

/** Statements with the same text share it: there are many of few kinds. */
export type CommitOrder = Readonly<{
  texts: readonly string[]
  statements: readonly Readonly<{ text: number; parameters: readonly unknown[] }>[]
  /** How long the thread may wait for another process that writes. */
  limitMs: number
}>

/** Errors lose their code on the way between threads. */
export type WrittenError = Readonly<{ message: string; code: string | undefined }>
export type StatementResult = Outcome | WrittenError

export function readError({ message, code }: WrittenError): Error {
  return code === undefined ? new Error(message) : new SqliteDatabase.SqliteError(message, code)
}

const script = new URL('commit-worker.ts', import.meta.url)

/** A thread with a connection of its own. It starts at the first commit, and again after it has failed. */
export class CommitThread {
  readonly #workerData: Readonly<{ file: string; busyTimeoutMs: number }>
  #worker: Worker | undefined
  #results: PromiseWithResolvers<readonly StatementResult[]> | undefined

  constructor(file: string, busyTimeoutMs: number) {
    this.#workerData = { file, busyTimeoutMs }
  }

  /**
   * Commits these statements together. One call at a time.
   * @returns one result per statement
   * @throws SqliteError `SQLITE_IOERR` when the thread ends: whether it has committed is then unknown
   */
  async commit(
    statements: readonly Readonly<{ sql: string; parameters: readonly unknown[] }>[],
    limitMs: number,
  ): Promise<readonly StatementResult[]> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    this.#results = Promise.withResolvers()
    const texts = [...new Set(statements.map(({ sql }) => sql))]
    const shared = statements.map(({ sql, parameters }) => ({ text: texts.indexOf(sql), parameters }))
    worker.postMessage({ texts, statements: shared, limitMs } satisfies CommitOrder)
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
    worker.on('message', (results: readonly StatementResult[]) => this.#results?.resolve(results))
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

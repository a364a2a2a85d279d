import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type CommitOrder, type CommitReport, readError } from '#lib/db/sqlite/commit-message.ts'

const script = new URL('commit-thread.ts', import.meta.url)

/** The thread that commits, as others see it. It is started when there is something to do, also after it has failed. */
export class Committer {
  readonly #place: Readonly<{ file: string; busyTimeoutMs: number }>
  #thread: Worker | undefined
  #report: PromiseWithResolvers<CommitReport> | undefined

  constructor(file: string, busyTimeoutMs: number) {
    this.#place = { file, busyTimeoutMs }
  }

  /** One order at a time. @throws what ended the thread: whether the order was carried out is then unknown */
  async carryOut(order: CommitOrder): Promise<CommitReport> {
    this.#thread ??= this.#start()
    const thread = this.#thread
    this.#report = Promise.withResolvers()
    thread.postMessage(order)
    // While somebody waits for it, and only then, it keeps the process alive.
    thread.ref()
    try {
      return await this.#report.promise
    } finally {
      thread.unref()
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread
    if (!thread) return
    const exit = once(thread, 'exit')
    thread.postMessage('close')
    thread.ref()
    await exit
  }

  #start(): Worker {
    const thread = new Worker(script, { workerData: this.#place })
    thread.on('message', (report: CommitReport) => this.#report?.resolve(report))
    thread.on('error', ({ message }) => this.#forget(thread, message))
    thread.on('exit', () => this.#forget(thread, 'the thread that commits has ended'))
    return thread
  }

  #forget(thread: Worker, message: string): void {
    // After an error comes its exit, when another one may be at work already.
    if (this.#thread !== thread) return
    this.#thread = undefined
    this.#report?.reject(readError({ message, code: 'SQLITE_IOERR' }))
  }
}

import type { Argon2Parameters } from 'node:crypto'
import { Worker } from 'node:worker_threads'

const script = new URL('hash-worker.ts', import.meta.url)

/**
 * A thread of low priority that derives one hash at a time: a storm of sign-ins leaves the processors to the token
 * endpoint. It starts at the first hash, and again after it has failed.
 */
export class HashThread {
  #worker: Worker | undefined
  #hash: PromiseWithResolvers<Buffer> | undefined

  /** One call at a time. @throws Error if the thread ends */
  async derive(parameters: Argon2Parameters): Promise<Buffer> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    this.#hash = Promise.withResolvers()
    worker.postMessage(parameters)
    // The thread keeps the process alive only while a caller waits for it.
    worker.ref()
    try {
      return await this.#hash.promise
    } finally {
      worker.unref()
    }
  }

  #start(): Worker {
    const worker = new Worker(script)
    worker.on('message', (hash: Uint8Array) => this.#hash?.resolve(Buffer.from(hash)))
    worker.on('error', (error) => this.#forget(worker, error))
    worker.on('exit', () => this.#forget(worker, new Error('the hash thread has ended')))
    return worker
  }

  #forget(worker: Worker, error: unknown): void {
    // An error is followed by the exit, when another worker may have started.
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#hash?.reject(error)
  }
}

import cluster, { type Worker } from 'node:cluster'
import type { PrimaryMessage, WorkerMessage } from '#lib/foundation/processes/messages.ts'

/** How a process ended: by itself with a status, or by a signal. */
export type Ending = Readonly<{ status: number | null; signal: NodeJS.Signals | null }>

type Handle = Readonly<{ close?: () => void }>
type SendHandle = (message: unknown, handle?: Handle, ...rest: unknown[]) => boolean

/** One worker, as the primary sees it. */
export class WorkerProcess {
  readonly #worker: Worker
  state: 'starting' | 'serving' | 'leaving' = 'starting'
  /** Whether it came to serve. */
  readonly started: Promise<boolean>
  readonly ended: Promise<Ending>

  constructor(onMessage: (from: WorkerProcess, message: WorkerMessage) => void) {
    const worker = cluster.fork()
    this.#worker = worker
    const started = Promise.withResolvers<boolean>()
    const ended = Promise.withResolvers<Ending>()
    this.started = started.promise
    this.ended = ended.promise
    closeUndeliveredConnection(worker)
    // A message to a worker that is already dead.
    worker.on('error', () => undefined)
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') {
        this.state = 'serving'
        started.resolve(true)
      }
      onMessage(this, message)
    })
    worker.once('exit', (status: number | null, signal: NodeJS.Signals | null) => {
      started.resolve(false)
      ended.resolve({ status, signal })
    })
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  tell(message: PrimaryMessage): void {
    if (this.#worker.isConnected()) this.#worker.send(message)
  }

  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.#worker.process.kill(signal)
  }
}

/**
 * Node.js keeps a connection that it was handing to a worker when that died open for ever. Closing it tells the client
 * to connect again. A connection that did arrive is closed here already, and a second `close` does nothing.
 */
function closeUndeliveredConnection(worker: Worker): void {
  let lastSent: Handle | undefined
  const channel = worker.process as unknown as { send: SendHandle }
  const send = channel.send.bind(worker.process)
  channel.send = (message, handle, ...rest) => {
    if (handle) lastSent = handle
    return send(message, handle, ...rest)
  }
  worker.once('exit', () => lastSent?.close?.())
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerMessage } from '#lib/foundation/processes/messages.ts'
import { ExhaustedSubjects } from '#lib/foundation/processes/shared-counter.ts'
import { WorkerProcess } from '#lib/foundation/processes/worker-process.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import type { Log } from '#lib/kernel/log.ts'
import { createMemoryCounter, limitNames } from '#lib/kernel/rate-limits.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

/** A worker may take 10 s for requests in flight, and a moment for its database. */
const endingMs = 13 * secondMs

/** Before a worker that crashed is replaced: nothing the first time, then twice as long for each crash of a minute. */
const crashPauseMs = { first: secondMs / 4, longest: 30 * secondMs } as const

/** Keeps `count` workers running behind one port, and counts failures for all of them. */
export class Primary {
  readonly #count: number
  readonly #log: Log
  readonly #workers = new Set<WorkerProcess>()
  /** Workers that SIGHUP asked to replace. */
  readonly #outdated = new Set<WorkerProcess>()
  readonly #exhausted = new ExhaustedSubjects()
  readonly #counters = recordOf(limitNames, createMemoryCounter)
  #isReplacing = false
  #isStopping = false
  #crashes = 0
  #status = 0

  constructor(count: number, log: Log) {
    this.#count = count
    this.#log = log
  }

  /** Starts one worker, then the others: the first one migrates the database and finds its problems. */
  async start(): Promise<void> {
    await this.#fork().started
    await Promise.all([...this.#workers].map(({ started }) => started))
    const [first] = this.#serving()
    first?.tell({ kind: 'announce' })
  }

  /** Replaces every worker, one after the other: the new one serves before the old one stops accepting. */
  async replaceAll(): Promise<void> {
    for (const worker of this.#serving()) this.#outdated.add(worker)
    if (this.#isReplacing) return
    this.#isReplacing = true
    for (const worker of this.#outdated) {
      if (this.#isStopping || !(await this.#replace(worker))) break
    }
    this.#outdated.clear()
    this.#isReplacing = false
  }

  /** Ends all workers in order, and then this process: with status 0 if each of them ended so. */
  stop(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    for (const worker of this.#workers) void this.#end(worker, () => worker.kill('SIGTERM'))
  }

  #serving(): WorkerProcess[] {
    return [...this.#workers].filter(({ state }) => state === 'serving')
  }

  /** Starts the missing ones. */
  #fill(): void {
    const staying = [...this.#workers].filter(({ state }) => state !== 'leaving').length
    if (!this.#isStopping) for (let missing = this.#count - staying; missing > 0; missing--) this.#fork()
  }

  #fork(): WorkerProcess {
    const worker = new WorkerProcess((from, message) => this.#receive(from, message))
    this.#workers.add(worker)
    void worker.ended.then(({ status, signal }) => this.#forget(worker, status, signal))
    return worker
  }

  #receive(from: WorkerProcess, message: WorkerMessage): void {
    if (message.kind === 'joined') from.tell({ kind: 'exhausted', subjects: this.#exhausted.list() })
    if (message.kind === 'ready') {
      this.#log.info({ worker: from.pid }, 'worker process serves')
      this.#fill()
    }
    if (message.kind === 'failure') void this.#countFailure(from, message)
  }

  /** Every worker learns of an exhausted subject before the client gets the response that made it so. */
  async #countFailure(from: WorkerProcess, { id, limit, subject }: WorkerMessage & { kind: 'failure' }): Promise<void> {
    const counted = await this.#counters[limit].count(subject)
    if (counted.exhaustedForMs !== undefined && !counted.excess) {
      const exhausted = { limit, subject, forMs: counted.exhaustedForMs }
      this.#exhausted.add(exhausted)
      for (const worker of this.#workers) worker.tell({ kind: 'exhausted', subjects: [exhausted] })
    }
    from.tell({ kind: 'counted', id, counted })
  }

  #forget(worker: WorkerProcess, status: number | null, signal: NodeJS.Signals | null): void {
    this.#workers.delete(worker)
    if (this.#isStopping) {
      if (worker.state !== 'starting' && status !== 0) this.#status = 1
      if (this.#workers.size === 0) process.exit(this.#status)
    } else if (worker.state !== 'leaving') {
      // Nothing serves and nothing starts: the worker has said why, and another attempt would end like it.
      if (worker.state === 'starting' && this.#workers.size === 0) process.exit(status ?? 1)
      this.#log.error({ worker: worker.pid, status, signal }, 'worker process ended unexpectedly')
      void this.#refill()
    }
  }

  async #refill(): Promise<void> {
    const { first, longest } = crashPauseMs
    const pauseMs = this.#crashes === 0 ? 0 : Math.min(first * 2 ** this.#crashes, longest)
    this.#crashes += 1
    setTimeout(() => (this.#crashes -= 1), minuteMs).unref()
    await sleep(pauseMs)
    this.#fill()
  }

  /** @returns false if no new worker came to serve: the old one goes on */
  async #replace(worker: WorkerProcess): Promise<boolean> {
    // One that crashed meanwhile has a new successor.
    if (!this.#workers.has(worker)) return true
    if (!(await this.#fork().started)) {
      this.#log.error('a new worker process did not start: the old ones go on')
      return false
    }
    if (worker.state === 'serving') worker.state = 'leaving'
    await this.#end(worker, () => worker.tell({ kind: 'drain' }))
    return true
  }

  async #end(worker: WorkerProcess, ask: () => void): Promise<void> {
    const patience = setTimeout(() => worker.kill('SIGKILL'), endingMs)
    ask()
    await worker.ended
    clearTimeout(patience)
  }
}

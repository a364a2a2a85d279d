import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './answer-reader.ts'
import type { Connection } from './connection.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { Request, RequestSource } from './request-source.ts'
import { Schedule } from './schedule.ts'
import type { Stopwatch } from './stopwatch.ts'

/** The parameters of both loops. */
export type Load = Readonly<{
  port: number
  source: RequestSource
  judge: (answer: Answer) => void
  stopwatch: Stopwatch
}>

/** Each connection sends its next request after each response, until `isOver` or until the source is empty. */
export async function runClosedLoop(
  load: Load,
  connections: readonly Connection[],
  isOver: () => boolean,
): Promise<void> {
  await Promise.all(
    connections.map(async (connection) => {
      while (!isOver()) {
        const request = load.source()
        if (request === undefined) return
        await ask(load, connection, request, performance.now())
      }
    }),
  )
}

/**
 * Sends each request when it is due, whether or not earlier responses have arrived. Latency counts from the due time,
 * so neither a late timer nor a lack of connections hides a wait.
 */
export async function runOpenLoop(load: Load, perSecond: number, endAt: number): Promise<void> {
  const schedule = new Schedule(performance.now(), perSecond)
  const sender = new Sender(load)
  let late: number[] = []
  for (let over = false; !over && !sender.hasFailed; ) {
    over = performance.now() >= endAt
    // If a timer is late at the end, requests due before the end are sent all the same.
    const due = [...late, ...schedule.due(Math.min(performance.now(), endAt))]
    late = due.filter((dueAt) => !sender.send(dueAt))
    if (!over) await sleep(1)
  }
  // Requests that were never sent have waited until now, too.
  for (const dueAt of late) load.stopwatch.note(performance.now() - dueAt)
  await sender.finish()
}

/** Sends without waiting for answers. */
class Sender {
  readonly #load: Load
  readonly #pool: ConnectionPool
  readonly #underWay = new Set<Promise<void>>()
  readonly #failures: unknown[] = []

  constructor(load: Load) {
    this.#load = load
    this.#pool = new ConnectionPool(load.port)
  }

  get hasFailed(): boolean {
    return this.#failures.length > 0
  }

  /** @returns whether a connection and a request were available */
  send(dueAt: number): boolean {
    const connection = this.#pool.take()
    if (!connection) return false
    const request = this.#load.source()
    if (request) this.#follow(connection, ask(this.#load, connection, request, dueAt))
    else this.#pool.giveBack(connection)
    return request !== undefined
  }

  /** Waits for the requests in flight. @throws the first error */
  async finish(): Promise<void> {
    await Promise.all(this.#underWay)
    this.#pool.close()
    if (this.hasFailed) throw this.#failures[0]
  }

  #follow(connection: Connection, asking: Promise<void>): void {
    const followed: Promise<void> = asking
      .catch((error: unknown) => void this.#failures.push(error))
      .finally(() => {
        this.#underWay.delete(followed)
        this.#pool.giveBack(connection)
      })
    this.#underWay.add(followed)
  }
}

async function ask(load: Load, connection: Connection, request: Request, since: number): Promise<void> {
  const answer = await connection.ask(request.text)
  load.stopwatch.note(performance.now() - since)
  load.judge(answer)
  request.took?.(answer)
}

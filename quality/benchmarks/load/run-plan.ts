import type { Answer } from './answer-reader.ts'
import { Connection } from './connection.ts'
import { createJudge } from './judge.ts'
import { type Load, runClosedLoop, runOpenLoop } from './loops.ts'
import type { Plan, ServerAddress, SourcePlan, Timing } from './plan.ts'
import { chain, cycle, once, type RequestSource } from './request-source.ts'
import { getRequest } from './requests.ts'
import { Stopwatch } from './stopwatch.ts'

/** Sign-in links are issued over this many connections, in batches that are opened within their 15 s. */
const fetching = { connections: 16, forMs: 1_500, most: 2_000 }

/** A plan in progress. Connections stay open and tokens stay valid from one turn to the next. */
export class PlanRun {
  readonly #plan: Plan
  readonly #stopwatch = new Stopwatch()
  readonly #judge: Load['judge']
  readonly #source: RequestSource
  readonly #connections: readonly Connection[]

  constructor(plan: Plan) {
    const { address, source, expect, pace } = plan
    this.#plan = plan
    this.#judge = createJudge(expect)
    this.#source = source.kind === 'chain' ? chain(address, source) : cycle(source.requests)
    this.#connections = pace.kind === 'closed' ? openConnections(address.port, pace.connections) : []
  }

  /** The part of the measurement that is still to come. */
  get remainingMs(): number {
    return Math.max(0, this.#plan.measureMs - this.#stopwatch.measuredMs)
  }

  /** @throws Error for a wrong or missing response */
  async warmUp(): Promise<void> {
    if (this.#plan.warmUpMs > 0) await this.#send(this.#plan.warmUpMs, () => {})
  }

  /** Measures for this long, and waits for the requests in flight. @throws Error for a wrong or missing response */
  async takeTurn(turnMs: number): Promise<void> {
    await this.#send(Math.min(turnMs, this.remainingMs), () => this.#stopwatch.start())
    this.#stopwatch.stop()
  }

  /** @throws Error without a response */
  read(): Timing {
    const timing = this.#stopwatch.read()
    if (timing.answered === 0) throw new Error('nothing was answered')
    return timing
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  async #send(forMs: number, startClock: () => void): Promise<void> {
    const { source, pace } = this.#plan
    if (source.kind === 'links') {
      // Fetching is not measured, and opening takes as long as there are links.
      const links = await this.#fetchLinks(source)
      startClock()
      await runClosedLoop(this.#loadFrom(once(links)), this.#connections, () => false)
      return
    }
    startClock()
    const endAt = performance.now() + forMs
    const load = this.#loadFrom(this.#source)
    if (pace.kind === 'open') await runOpenLoop(load, pace.perSecond, endAt)
    else await runClosedLoop(load, this.#connections, () => performance.now() >= endAt)
  }

  #loadFrom(source: RequestSource): Load {
    return { port: this.#plan.address.port, source, judge: this.#judge, stopwatch: this.#stopwatch }
  }

  #fetchLinks(source: SourcePlan & { kind: 'links' }): Promise<string[]> {
    // Links that are fetched in between cannot be opened at a fixed rate.
    if (this.#plan.pace.kind === 'open') throw new Error('links need a closed loop')
    return fetchLinks(this.#plan.address, source)
  }
}

async function fetchLinks(address: ServerAddress, { requests, field }: SourcePlan & { kind: 'links' }) {
  const links: string[] = []
  const next = cycle(requests)
  const took = ({ body }: Answer) => {
    const { pathname, search } = new URL(JSON.parse(body.toString('latin1'))[field])
    links.push(getRequest(address, `${pathname}${search}`))
  }
  const until = performance.now() + fetching.forMs
  let asked = 0
  const load: Load = {
    port: address.port,
    source: () => {
      const request = asked++ < fetching.most && performance.now() < until ? next() : undefined
      return request && { text: request.text, took }
    },
    judge: createJudge({ status: 200 }),
    stopwatch: new Stopwatch(),
  }
  const connections = openConnections(address.port, fetching.connections)
  try {
    await runClosedLoop(load, connections, () => false)
  } finally {
    for (const connection of connections) connection.close()
  }
  return links
}

function openConnections(port: number, count: number): Connection[] {
  return Array.from({ length: count }, () => new Connection(port))
}

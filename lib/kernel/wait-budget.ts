import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '#lib/kernel/errors.ts'

/** How long one request may still wait. Concurrent waits count once; reading the body and working do not count. */
class WaitBudget {
  readonly #limitMs: number
  #spentMs = 0
  #waits = 0
  #since = 0

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  begin(): void {
    if (this.#waits === 0) this.#since = performance.now()
    this.#waits += 1
  }

  end(): void {
    this.#waits -= 1
    if (this.#waits === 0) this.#spentMs += performance.now() - this.#since
  }

  remainingMs(): number {
    const running = this.#waits === 0 ? 0 : performance.now() - this.#since
    return Math.max(0, this.#limitMs - this.#spentMs - running)
  }
}

type RequestWaits = Readonly<{ budget: WaitBudget | undefined; outage: { met: boolean } }>

const slot = Symbol.for('latchkey.request-waits')
// The server and Next's bundle each evaluate this module. The type of globalThis can't be extended by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: AsyncLocalStorage<RequestWaits> }
shared[slot] ??= new AsyncLocalStorage()
const requests = shared[slot]

/**
 * Runs the work of one request: its waits take at most `limitMs` in total.
 * @param work gets a function that says whether the request has met a database outage so far
 */
export function runWithWaitBudget<T>(limitMs: number, work: (hasMetOutage: () => boolean) => T): T {
  const outage = { met: false }
  return requests.run({ budget: new WaitBudget(limitMs), outage }, () => work(() => outage.met))
}

/** Runs work that may outlast the request that began it: each wait has its own limit. */
export function runWithoutWaitBudget<T>(work: () => T): T {
  const request = requests.getStore()
  return request ? requests.run({ ...request, budget: undefined }, work) : work()
}

/** One wait within the budget. @param mostMs limit outside a request @param wait gets its limit and must respect it */
export async function waitWithinBudget<T>(mostMs: number, wait: (limitMs: number) => Promise<T>): Promise<T> {
  const budget = requests.getStore()?.budget
  if (!budget) return wait(mostMs)
  budget.begin()
  try {
    return await wait(Math.min(mostMs, budget.remainingMs()))
  } finally {
    budget.end()
  }
}

/**
 * The refusal of a request whose database doesn't answer in time, or has no connection. Marks the current request, if
 * any, even if the error is caught later. Whether a commit under way took place is unknown.
 */
export function databaseOutage(cause?: unknown): Refusal {
  const request = requests.getStore()
  if (request) request.outage.met = true
  return new Refusal('temporarily_unavailable', { detail: 'the database did not answer', retryAfterSeconds: 1, cause })
}

/** The work's result if it settles in time; the work may continue. @throws Refusal `temporarily_unavailable` */
export async function withinTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  if (limitMs === Number.POSITIVE_INFINITY) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(databaseOutage()), Math.max(0, limitMs))
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

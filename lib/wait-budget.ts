import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How long one request may still wait. Concurrent waits count once; the time in which a slow client sends its body, or
 * we work, doesn't count.
 */
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

const slot = Symbol.for('latchkey.allowances')
// The server and Next's bundle each evaluate this module. The type of globalThis can't be extended by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: AsyncLocalStorage<Pick<WaitBudget, keyof WaitBudget>> }
shared[slot] ??= new AsyncLocalStorage()
const allowances = shared[slot]

/** Runs the work of one request: its waits take at most `limitMs` in total. */
export function runWithWaitBudget<T>(limitMs: number, work: () => T): T {
  return allowances.run(new WaitBudget(limitMs), work)
}

/** Runs work that may outlast the request that began it: each wait has its own limit. */
export function runWithoutWaitBudget<T>(work: () => T): T {
  return allowances.exit(work)
}

/**
 * One wait, counted against the request's budget.
 * @param mostMs limit outside a request
 * @param wait receives its limit and must respect it
 */
export async function waitWithinBudget<T>(mostMs: number, wait: (limitMs: number) => Promise<T>): Promise<T> {
  const allowance = allowances.getStore()
  if (!allowance) return wait(mostMs)
  allowance.begin()
  try {
    return await wait(Math.min(mostMs, allowance.remainingMs()))
  } finally {
    allowance.end()
  }
}

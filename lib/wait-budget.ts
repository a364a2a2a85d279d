import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What one request may still spend on waiting. Waits at the same time count once; the time in which a slow client sends
 * its body, or we work, does not count.
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
// The server and Next's bundle each evaluate this module. The type of globalThis cannot be widened by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: AsyncLocalStorage<Pick<WaitBudget, keyof WaitBudget>> }
shared[slot] ??= new AsyncLocalStorage()
const allowances = shared[slot]

/** Runs the work of one request: its waits take `limitMs` altogether at the most. */
export function runWithWaitBudget<T>(limitMs: number, work: () => T): T {
  return allowances.run(new WaitBudget(limitMs), work)
}

/** Runs work that may outlast the request that began it: each of its waits is bounded by itself alone. */
export function runWithoutWaitBudget<T>(work: () => T): T {
  return allowances.exit(work)
}

/**
 * One wait, counted against what the request at hand may still spend.
 * @param mostMs how long it may take where no request sets a limit
 * @param wait is told how long it may take, and keeps to it
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

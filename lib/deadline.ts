import { AsyncLocalStorage } from 'node:async_hooks'

const slot = Symbol.for('latchkey.deadline')
// The server and Next's bundle each evaluate this module. The type of globalThis cannot be widened by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: AsyncLocalStorage<number> }
shared[slot] ??= new AsyncLocalStorage()
const deadlines = shared[slot]

/** Runs the work of one request: whatever waits within it, waits `limitMs` altogether at the most. */
export function runWithDeadline<T>(limitMs: number, work: () => T): T {
  return deadlines.run(performance.now() + limitMs, work)
}

/** Runs work that may outlast the request that began it: each of its waits is bounded by itself alone. */
export function runWithoutDeadline<T>(work: () => T): T {
  return deadlines.run(Number.POSITIVE_INFINITY, work)
}

/** How long whoever asks may still wait, in milliseconds: infinite outside a request, never negative. */
export function remainingMs(): number {
  return Math.max(0, (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - performance.now())
}

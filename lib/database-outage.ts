import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '#lib/errors.ts'

type Note = { met: boolean }

const slot = Symbol.for('latchkey.database-outage')
// The server and Next's bundle each evaluate this module. The type of globalThis can't be extended by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: AsyncLocalStorage<Note> }
shared[slot] ??= new AsyncLocalStorage()
const notes = shared[slot]

/**
 * Runs the work of one request.
 * @param work gets a function that says whether the request has hit a database outage so far
 */
export function trackDatabaseOutage<T>(work: (hasMetOutage: () => boolean) => T): T {
  const note = { met: false }
  return notes.run(note, () => work(() => note.met))
}

/**
 * The refusal of a request whose database doesn't answer in time, or has no connection. Marks the current request, if
 * any, even if the error is caught later. Whether a commit under way took place is unknown.
 */
export function databaseOutage(cause?: unknown): Refusal {
  const note = notes.getStore()
  if (note) note.met = true
  return new Refusal('temporarily_unavailable', { detail: 'the database did not answer', retryAfterSeconds: 1, cause })
}

/**
 * The result of the work if it settles within `limitMs`; the work may continue afterwards. @throws Refusal
 * `temporarily_unavailable`
 */
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

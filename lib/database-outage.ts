import { AsyncLocalStorage } from 'node:async_hooks'

type Note = { met: boolean }

const slot = Symbol.for('latchkey.trouble')
// The server and Next's bundle each evaluate this module. The type of globalThis can't be extended by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: AsyncLocalStorage<Note> }
shared[slot] ??= new AsyncLocalStorage()
const notes = shared[slot]

/**
 * Runs the work of one request.
 * @param work gets a function that says whether the request has hit a database outage so far
 */
export function trackDatabaseOutage<T>(work: (hasMetTrouble: () => boolean) => T): T {
  const note = { met: false }
  return notes.run(note, () => work(() => note.met))
}

/** Marks the current request, if any, as hit by a database outage, even if the error is caught later. */
export function noteDatabaseOutage(): void {
  const note = notes.getStore()
  if (note) note.met = true
}

const slot = Symbol.for('latchkey.stopping')
// The server and Next's bundle each evaluate this module. The type of globalThis cannot be widened by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: WeakSet<object> }
shared[slot] ??= new WeakSet()
const stopping = shared[slot]

/** Says that this process was told to end: it finishes what it has begun, and takes on nothing more. */
export function announceStop({ db }: Readonly<{ db: object }>): void {
  stopping.add(db)
}

/** Whether this process was told to end. */
export function isStopping({ db }: Readonly<{ db: object }>): boolean {
  return stopping.has(db)
}

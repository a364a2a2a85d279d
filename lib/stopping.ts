const slot = Symbol.for('latchkey.stopping')
// The server and Next's bundle each evaluate this module. The type of globalThis cannot be widened by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: WeakSet<object> }
shared[slot] ??= new WeakSet()
const stopping = shared[slot]

/** Marks this process as stopping: it finishes its work in progress and starts nothing new. */
export function announceStop({ db }: Readonly<{ db: object }>): void {
  stopping.add(db)
}

export function isStopping({ db }: Readonly<{ db: object }>): boolean {
  return stopping.has(db)
}

/** `ending`: the service may end with this process. `replaced`: another process has taken its place. */
export type Stop = 'ending' | 'replaced'

const slot = Symbol.for('latchkey.stopping')
// The server and Next's bundle each evaluate this module. The type of globalThis cannot be widened by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: WeakMap<object, Stop> }
shared[slot] ??= new WeakMap()
const stops = shared[slot]

/** Marks this process as stopping: it finishes its work in progress and starts nothing new. */
export function announceStop({ db }: Readonly<{ db: object }>, stop: Stop): void {
  stops.set(db, stop)
}

/** Whether requests that wait for news must respond now. */
export function isStopping({ db }: Readonly<{ db: object }>): boolean {
  return stops.has(db)
}

/** Whether a load balancer must send no more requests to this process. */
export function isEnding({ db }: Readonly<{ db: object }>): boolean {
  return stops.get(db) === 'ending'
}

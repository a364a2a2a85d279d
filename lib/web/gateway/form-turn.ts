import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { secondMs } from '#lib/kernel/clock.ts'

/** The turn of a form in the gateway's queue. `signal`: the client has gone. */
type FormTurn = Readonly<{ end: () => void; countWaiting: () => number; signal: AbortSignal }>

/** Waiting forms that make a storm. */
export const stormForms = 20
/** How long a refused sign-in waits for its response in a storm. */
export const refusalDelayMs = 15 * secondMs
/** Responses delayed at once: each holds a connection. */
const maxDelayed = 1_000

const slot = Symbol.for('latchkey.form-turns')
// The server and Next's bundle each evaluate this module. The type of globalThis can't be extended by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: AsyncLocalStorage<FormTurn> }
shared[slot] ??= new AsyncLocalStorage()
const turns = shared[slot]
let delayed = 0

export function runInTurn<T>(turn: FormTurn, work: () => T): T {
  return turns.run(turn, work)
}

/**
 * Delays the response to a wrong password while a storm of sign-ins fills the queue, after giving the turn to the next
 * form: an attacker's connections then wait here instead of in front of users. Resolves early if the client leaves.
 */
export async function delayRefusal(): Promise<void> {
  const turn = turns.getStore()
  if (!turn || turn.countWaiting() < stormForms || delayed >= maxDelayed) return
  turn.end()
  delayed += 1
  await pause(refusalDelayMs, undefined, { signal: turn.signal }).catch(() => undefined)
  delayed -= 1
}

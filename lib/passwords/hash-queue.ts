import { Refusal } from '#lib/errors.ts'

const atOnce = 2
const mostWaiting = 100

type Queue = { running: number; readonly waiting: (() => void)[] }

const slot = Symbol.for('latchkey.password-hashes')
// One queue per process, as `services` is: the server and Next's bundle each evaluate this module.
const shared = globalThis as typeof globalThis & { [slot]?: Queue }

/**
 * Runs a hash when it is its turn: at most two at once, so that a storm of sign-ins leaves threads, memory (19 MiB
 * each) and time to the token endpoint.
 * @throws Refusal `temporarily_unavailable` while a hundred are waiting already
 */
export async function runHash<T>(hash: () => Promise<T>): Promise<T> {
  shared[slot] ??= { running: 0, waiting: [] }
  const queue = shared[slot]
  await enter(queue)
  try {
    return await hash()
  } finally {
    leave(queue)
  }
}

async function enter(queue: Queue): Promise<void> {
  if (queue.running < atOnce) {
    queue.running += 1
    return
  }
  if (queue.waiting.length >= mostWaiting) {
    throw new Refusal('temporarily_unavailable', { detail: 'too many passwords to hash', retryAfterSeconds: 2 })
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  queue.waiting.push(resolve)
  await promise
}

/** Hands the place over, or gives it back when nobody waits. */
function leave(queue: Queue): void {
  const next = queue.waiting.shift()
  if (next) next()
  else queue.running -= 1
}

import cluster from 'node:cluster'
import { createFairQueue, type FairQueue } from '#lib/fair-queue.ts'

const slot = Symbol.for('latchkey.password-hashes')
// One queue per process, as `services` is: the server and Next's bundle each evaluate this module.
const shared = globalThis as typeof globalThis & { [slot]?: FairQueue }

/**
 * Runs a hash in its lane's turn. Two run at once, so that many sign-ins leave threads, memory (19 MiB each) and time to
 * the token endpoint. Lanes take turns, so that one client network cannot block the others.
 * @param lane a client network or a known browser
 * @throws Refusal `temporarily_unavailable` while 50 hashes of the lane wait, or 100 in all
 */
export function runHash<T>(lane: string, hash: () => Promise<T>): Promise<T> {
  // Of several processes each has about one processor.
  const running = cluster.isWorker ? 1 : 2
  shared[slot] ??= createFairQueue({
    name: 'passwords to hash',
    running,
    runningPerLane: running,
    waiting: 100,
    waitingPerLane: 50,
  })
  return shared[slot].run(lane, hash)
}

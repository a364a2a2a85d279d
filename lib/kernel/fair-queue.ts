import { Refusal } from '#lib/kernel/errors.ts'

export type FairQueueLimits = Readonly<{
  running: number
  /** Of these, jobs of one lane. */
  runningPerLane: number
  waiting: number
  /** Of these, jobs of one lane. */
  waitingPerLane: number
  /** What there are too many of, for the log. */
  name: string
}>

/** How many jobs run and wait. */
export type FairQueueLoad = Readonly<{ running: number; waiting: number }>

export type FairQueue = Readonly<{
  /** Runs the job in its lane's turn. @throws Refusal `temporarily_unavailable` if too many jobs wait */
  run<T>(lane: string, job: () => Promise<T>): Promise<T>
  readLoad(): FairQueueLoad
}>

type Waiting = Readonly<{ start: () => void; refuse: (refusal: Refusal) => void }>
type Lane = { running: number; readonly waiting: Waiting[] }

/**
 * A bounded queue that takes lanes in turn, so that a flood in one lane delays another lane by at most one job. If it
 * is full, a job of a shorter lane replaces the newest job of the longest lane.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  // In the order of their next turn.
  const lanes = new Map<string, Lane>()
  let running = 0
  let waiting = 0

  function refusal(): Refusal {
    return new Refusal('temporarily_unavailable', { detail: `too many ${limits.name}`, retryAfterSeconds: 2 })
  }

  function startNext(): void {
    for (const [name, lane] of lanes) {
      if (running >= limits.running) return
      if (lane.waiting.length === 0 || lane.running >= limits.runningPerLane) continue
      lanes.delete(name)
      lanes.set(name, lane)
      running += 1
      lane.running += 1
      waiting -= 1
      lane.waiting.shift()?.start()
    }
  }

  function makeRoom(lane: Lane): void {
    if (lane.waiting.length >= limits.waitingPerLane) throw refusal()
    if (waiting < limits.waiting) return
    const longest = [...lanes.values()].reduce((one, other) =>
      other.waiting.length > one.waiting.length ? other : one,
    )
    if (longest.waiting.length <= lane.waiting.length + 1) throw refusal()
    waiting -= 1
    longest.waiting.pop()?.refuse(refusal())
  }

  function awaitTurn(name: string, lane: Lane): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    makeRoom(lane)
    lanes.set(name, lane)
    waiting += 1
    lane.waiting.push({ start: resolve, refuse: reject })
    startNext()
    return promise
  }

  return {
    readLoad: () => ({ running, waiting }),
    async run(name, job) {
      const lane = lanes.get(name) ?? { running: 0, waiting: [] }
      await awaitTurn(name, lane)
      try {
        return await job()
      } finally {
        running -= 1
        lane.running -= 1
        if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(name)
        startNext()
      }
    },
  }
}

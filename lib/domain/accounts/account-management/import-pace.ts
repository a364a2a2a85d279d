import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#lib/foundation/db/database.ts'
import { holdsUpOthers } from '#lib/foundation/db/transact-in-bulk.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { measurements } from '#lib/kernel/measurements.ts'

/** How long an import rests for the time that it worked: others keep more than two thirds of their rate. */
const restPerWork = { othersWait: 3, othersCommit: 0.5 } as const
const maxRestMs = secondMs
/** Fewer requests than these since the last batch can wait for the next. */
const busyRequests = 3

/** Lets other requests of this process pass between the batches of an import. Without others, it never rests. */
export class ImportPace {
  readonly #restPerWork: number
  #workingSince = performance.now()
  #served = countRequests()

  constructor(db: Database) {
    this.#restPerWork = holdsUpOthers(db) ? restPerWork.othersWait : restPerWork.othersCommit
  }

  /** @returns how long it rested, in milliseconds */
  async rest(): Promise<number> {
    const served = countRequests()
    const isBusy = served - this.#served >= busyRequests
    // Requests that are served meanwhile tell whether to rest again.
    this.#served = served
    const restMs = isBusy ? Math.min((performance.now() - this.#workingSince) * this.#restPerWork, maxRestMs) : 0
    await (restMs > 0 ? sleep(restMs) : setImmediate())
    this.#workingSince = performance.now()
    return restMs
  }
}

/** The requests that this process has responded to. */
function countRequests(): number {
  const outcomes = [...measurements.requests.values()].flatMap((measured) => Object.values(measured.outcomes))
  return outcomes.reduce((sum, count) => sum + count, 0)
}

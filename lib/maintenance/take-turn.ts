import { rotateWhenDue } from '#lib/access-tokens/rotate-signing-key.ts'
import { pause } from '#lib/maintenance/pause.ts'
import { leaseMs, setFreeIn, takeLease } from '#lib/maintenance/store.ts'
import { listSweeps, type Sweep } from '#lib/maintenance/sweeps.ts'
import type { Services } from '#lib/services.ts'

/** How fast the house is kept. */
export type Pace = Readonly<{
  /** After a turn, how long until the next one, of whichever instance. */
  everyMs: number
  /** Between two batches: everybody else comes first. */
  betweenMs: number
}>

/** `holder` names this instance. The signal ends the turn after the batch under way. */
export type Turn = Readonly<{ services: Services; holder: string; pace: Pace; signal: AbortSignal }>

/** How many rows were swept of which table. */
export type Swept = Readonly<Record<string, number>>

/**
 * Rotates the signing key where that is due and sweeps everything there is to sweep, however much that is, unless it is
 * another instance's turn. What fails is logged, and the rest is still done.
 * @returns undefined where it is not our turn
 */
export async function takeTurn(turn: Turn): Promise<Swept | undefined> {
  const { services, holder, pace, signal } = turn
  if (!(await takeLease(services.db, holder, pace.everyMs))) return undefined
  const isOurs = createLeaseKeeper(turn)
  await rotateSigningKey(turn)
  const swept: Record<string, number> = {}
  // In rounds: a backlog of one kind keeps no other one waiting.
  const queue = [...listSweeps(services.env)]
  for (let sweep = queue.shift(); sweep && !signal.aborted && (await isOurs()); sweep = queue.shift()) {
    const rows = await sweepBatch(turn, sweep)
    if (rows > 0) swept[sweep.name] = (swept[sweep.name] ?? 0) + rows
    if (rows >= sweep.limit) queue.push(sweep)
    await pause(pace.betweenMs, signal)
  }
  // An instance that stops leaves the rest to the others at once.
  await setFreeIn(services.db, holder, signal.aborted ? 0 : pace.everyMs)
  return swept
}

async function rotateSigningKey({ services }: Turn): Promise<void> {
  try {
    await rotateWhenDue(services)
  } catch (error) {
    services.log.warn({ error }, 'the signing key could not be rotated')
  }
}

async function sweepBatch({ services }: Turn, sweep: Sweep): Promise<number> {
  try {
    return await sweep.deleteBatch(services.db, sweep.limit)
  } catch (error) {
    services.log.warn({ table: sweep.name, error }, 'housekeeping failed')
    return 0
  }
}

/** Says in time that the holder goes on. False once another instance has taken over, which thought this one gone. */
function createLeaseKeeper({ services, holder }: Turn): () => Promise<boolean> {
  let saidAt = performance.now()
  let isOurs = true
  return async () => {
    if (!isOurs || performance.now() - saidAt < leaseMs / 3) return isOurs
    saidAt = performance.now()
    isOurs = await setFreeIn(services.db, holder, leaseMs)
    return isOurs
  }
}

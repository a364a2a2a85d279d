import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '#lib/testing/postgres-server.ts'
import { retryWindowMs } from '../ledger/patient-load.ts'
import type { Bench } from '../rig/bench.ts'
import type { ProxyMode, TcpProxy } from '../rig/tcp-proxy.ts'
import type { Watch } from '../rig/watch.ts'
import type { Faults } from '../trial.ts'

/** What stands there, and what is noted of it. */
export type Stage = Readonly<{
  bench: Bench
  server: PostgresServer
  /** The product reaches PostgreSQL through it. */
  proxy: TcpProxy
  faults: Faults
  /** How long after the database was back a request still failed, of each time. */
  returns: number[]
}>

/** Goes on for as long as it takes. @returns what was done how often */
export type Trouble = (stage: Stage, watch: Watch) => Promise<string>

export const longestReturnMs = 10_000

export async function restartRepeatedly(stage: Stage, watch: Watch): Promise<string> {
  const { bench, server } = stage
  const rounds = bench.pick(20, 1, 4)
  for (let round = 1; round <= rounds; round++) {
    await sleep(randomInt(300, 2_000))
    await server.stop('immediate')
    // Once for longer than the retry window.
    const isLong = bench.size === 'full' && round === rounds
    await sleep(isLong ? retryWindowMs + 5_000 : randomInt(100, 3_000))
    await server.start()
    await awaitCalm(stage, watch)
  }
  return `${rounds} restarts`
}

/** How long each kind of trouble lasts, in milliseconds: at full size and at the others. */
const lasting: Readonly<Record<Exclude<ProxyMode, 'pass'>, readonly [full: number, short: number]>> = {
  delay: [15_000, 6_000],
  'black hole': [15_000, 6_000],
  reset: [5_000, 1_000],
  forget: [0, 0],
}

export async function cutOffRepeatedly(stage: Stage, watch: Watch): Promise<string> {
  const { bench, proxy } = stage
  const rounds = bench.pick(5, 1)
  const all = ['delay', 'black hole', 'reset', 'forget'] as const
  const modes = bench.pick<readonly (typeof all)[number][]>(all, ['black hole', 'reset'], ['delay', 'forget'])
  for (let round = 0; round < rounds; round++) {
    for (const mode of modes) {
      await sleep(randomInt(300, 2_000))
      proxy.setMode(mode)
      const [full, short] = lasting[mode]
      await sleep(bench.pick(full, short))
      proxy.setMode('pass')
      await awaitCalm(stage, watch)
    }
  }
  return `${rounds} × (${modes.join(', ')})`
}

/** The database is back: notes how long requests went on failing. */
async function awaitCalm({ bench, returns }: Stage, watch: Watch): Promise<void> {
  const backAt = performance.now()
  const calmMs = bench.pick(4_000, 1_500)
  for (let now = backAt; now - Math.max(backAt, watch.lastFailureAt) < calmMs; now = performance.now()) {
    if (now - backAt > 3 * longestReturnMs) break
    await sleep(50)
  }
  returns.push(Math.max(0, watch.lastFailureAt - backAt))
}

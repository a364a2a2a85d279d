import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '#lib/testing/postgres-server.ts'
import type { CaseContext } from '../harness/case-context.ts'
import type { ResponseStats } from '../harness/response-stats.ts'
import type { ProxyMode, TcpProxy } from '../harness/tcp-proxy.ts'
import { retryWindowMs } from '../ledger/retrying-load.ts'
import type { Faults } from '../resilience-test.ts'

/** The instances, the proxy and the recovery times of a case. */
export type Stage = Readonly<{
  context: CaseContext
  server: PostgresServer
  /** The product reaches PostgreSQL through it. */
  proxy: TcpProxy
  faults: Faults
  /** For each interruption: how long requests kept failing after the database was back. */
  returns: number[]
}>

/** Runs all interruptions. @returns their kinds and numbers */
export type Trouble = (stage: Stage, stats: ResponseStats) => Promise<string>

export const longestReturnMs = 10_000

export async function restartRepeatedly(stage: Stage, stats: ResponseStats): Promise<string> {
  const { context, server } = stage
  const rounds = context.pick(20, 1, 4)
  for (let round = 1; round <= rounds; round++) {
    await sleep(randomInt(300, 2_000))
    await server.stop('immediate')
    // One interruption exceeds the retry window.
    const isLong = context.size === 'full' && round === rounds
    await sleep(isLong ? retryWindowMs + 5_000 : randomInt(100, 3_000))
    await server.start()
    await awaitCalm(stage, stats)
  }
  return `${rounds} restarts`
}

/** The duration of each kind of interruption in milliseconds: at full size, and at the other sizes. */
const lasting: Readonly<Record<Exclude<ProxyMode, 'pass'>, readonly [full: number, short: number]>> = {
  delay: [15_000, 6_000],
  'black hole': [15_000, 6_000],
  reset: [5_000, 1_000],
  forget: [0, 0],
}

export async function cutOffRepeatedly(stage: Stage, stats: ResponseStats): Promise<string> {
  const { context, proxy } = stage
  const rounds = context.pick(5, 1)
  const all = ['delay', 'black hole', 'reset', 'forget'] as const
  const modes = context.pick<readonly (typeof all)[number][]>(all, ['black hole', 'reset'], ['delay', 'forget'])
  for (let round = 0; round < rounds; round++) {
    for (const mode of modes) {
      await sleep(randomInt(300, 2_000))
      proxy.setMode(mode)
      const [full, short] = lasting[mode]
      await sleep(context.pick(full, short))
      proxy.setMode('pass')
      await awaitCalm(stage, stats)
    }
  }
  return `${rounds} × (${modes.join(', ')})`
}

/** Both, for the short form: half as many instances start. */
export async function restartAndCutOff(stage: Stage, stats: ResponseStats): Promise<string> {
  const sizes = [await restartRepeatedly(stage, stats), await cutOffRepeatedly(stage, stats)]
  return sizes.join(', ')
}

/** Records how long requests kept failing after the database was back. */
async function awaitCalm({ context, returns }: Stage, stats: ResponseStats): Promise<void> {
  const backAt = performance.now()
  const calmMs = context.pick(4_000, 1_500)
  for (let now = backAt; now - Math.max(backAt, stats.lastFailureAt) < calmMs; now = performance.now()) {
    if (now - backAt > 3 * longestReturnMs) break
    await sleep(50)
  }
  returns.push(Math.max(0, stats.lastFailureAt - backAt))
}

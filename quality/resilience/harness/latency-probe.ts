import { setTimeout as sleep } from 'node:timers/promises'
import type { Send } from './http.ts'
import { ResponseStats } from './response-stats.ts'

export type LatencyProbe = Readonly<{
  /** @returns the maximum latency in milliseconds */
  stop: () => Promise<number>
}>

const intervalMs = 50

/**
 * Measures the latency of `/livez`, which needs no database: the part of a latency that a busy machine causes.
 */
export function startLatencyProbe(send: Send): LatencyProbe {
  const stats = new ResponseStats()
  const ask = stats.over(send)
  let stopped = false
  const going = (async () => {
    while (!stopped) {
      await ask({ path: '/livez' })
      await sleep(intervalMs)
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await going
      return stats.longestMs
    },
  }
}

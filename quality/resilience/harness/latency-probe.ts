import { setTimeout as sleep } from 'node:timers/promises'
import type { Send } from './http.ts'
import { ResponseStats } from './response-stats.ts'

export type LatencyProbe = Readonly<{
  /** @returns the longest that an answer took, in milliseconds */
  stop: () => Promise<number>
}>

const intervalMs = 50

/**
 * Asks again and again for what needs nothing at all (`/livez`): as long as that takes, the machine makes everybody wait
 * because it is busy.
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

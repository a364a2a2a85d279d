import { setTimeout as sleep } from 'node:timers/promises'
import type { Send } from './http.ts'
import { Watch } from './watch.ts'

export type Pulse = Readonly<{
  /** @returns the longest that an answer took, in milliseconds */
  stop: () => Promise<number>
}>

const beatMs = 50

/**
 * Asks again and again for what needs nothing at all (`/livez`): as long as that takes, the machine makes everybody wait
 * because it is busy.
 */
export function feelPulse(send: Send): Pulse {
  const watch = new Watch()
  const ask = watch.over(send)
  let stopped = false
  const going = (async () => {
    while (!stopped) {
      await ask({ path: '/livez' })
      await sleep(beatMs)
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await going
      return watch.longestMs
    },
  }
}

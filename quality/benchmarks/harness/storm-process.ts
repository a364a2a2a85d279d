import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Storm, StormCounts } from '../load/storm.ts'

const script = join(import.meta.dirname, '../load/storm.ts')

/** A storm of wrong passwords in its own process. `stop` returns its responses by status. */
export function startStorm(storm: Storm): Readonly<{ stop: () => Promise<StormCounts> }> {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(storm)
  return {
    stop: async () => {
      const answer = once(child, 'message')
      child.send('stop')
      const [[counts]] = await Promise.all([answer, once(child, 'exit')])
      return counts
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

/** Work in the background of a process. `stop` resolves once it has ended; the database may then be closed. */
export type BackgroundTask = Readonly<{ stop: () => Promise<void> }>

/** Starts work that ends soon after its signal aborts. */
export function startBackgroundTask(work: (signal: AbortSignal) => Promise<void>): BackgroundTask {
  const stopping = new AbortController()
  const ended = work(stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

/** Waits, or until the signal aborts. */
export async function pause(forMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(forMs, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

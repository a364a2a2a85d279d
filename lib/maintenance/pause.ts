import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, or until the signal aborts. */
export async function pause(forMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(forMs, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

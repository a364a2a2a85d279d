import type { Log } from '#lib/log.ts'

/**
 * Notes that a session was used. A full disk must not end sessions: if the write fails, the session only ends a little
 * earlier.
 * @returns whether the use was written
 */
export async function noteUse(log: Log, write: Promise<void>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    log.warn({ error }, 'the use of a session could not be noted')
    return false
  }
}

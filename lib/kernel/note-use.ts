import type { Log } from '#lib/kernel/log.ts'

/** Notes the use of a session. A full disk must not end sessions. @returns whether the use was written */
export async function noteUse(log: Log, write: Promise<void>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    log.warn({ error }, 'the use of a session could not be noted')
    return false
  }
}

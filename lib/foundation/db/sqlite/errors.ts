import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOutage } from '#lib/kernel/wait-budget.ts'

/** Pause between attempts to get SQLite's lock; short, because another busy process releases it only briefly. */
export const busyPauseMs = 1

/** Turns a lock that wasn't released and an I/O error into a 503; returns other errors unchanged. */
export function toSqliteRefusal(error: unknown): unknown {
  return hasSqliteCode(error, /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|PROTOCOL|NOMEM)/)
    ? databaseOutage(error)
    : error
}

/** Whether another process holds the lock, so that waiting may help. */
export function isBusy(error: unknown): boolean {
  return hasSqliteCode(error, /^SQLITE_(BUSY|LOCKED)/)
}

/** Retries outside SQLite while the lock is busy, so that the event loop continues. @throws the last attempt's error */
export async function retryWhileBusy<T>(deadline: number, attempt: () => T): Promise<T> {
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    await sleep(busyPauseMs)
  }
}

function hasSqliteCode(error: unknown, pattern: RegExp): boolean {
  return error instanceof Error && 'code' in error && pattern.test(String(error.code))
}

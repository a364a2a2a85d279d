import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOutage } from '#lib/db/unavailable.ts'

/** Between two attempts to get SQLite's lock: short, because another busy process leaves it free only briefly. */
export const busyPauseMs = 1

/** Turns a lock that was not released and a storage that fails into a 503; returns other errors as they are. */
export function toSqliteRefusal(error: unknown): unknown {
  return hasSqliteCode(error, /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|PROTOCOL|NOMEM)/)
    ? databaseOutage(error)
    : error
}

/** Whether another process holds the lock: waiting may help. */
export function isBusy(error: unknown): boolean {
  return hasSqliteCode(error, /^SQLITE_(BUSY|LOCKED)/)
}

/** Tries until it is not busy, outside SQLite, so that the event loop goes on. @throws what the last attempt met */
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

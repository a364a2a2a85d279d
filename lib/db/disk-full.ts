import { isRefusal } from '#lib/errors.ts'

/** Whether a statement failed because the disk is full, on SQLite or PostgreSQL (`disk_full`). */
export function isDiskFull(error: unknown): boolean {
  const cause = isRefusal(error) ? error.cause : error
  return cause instanceof Error && 'code' in cause && /^(SQLITE_FULL|53100)$/.test(String(cause.code))
}

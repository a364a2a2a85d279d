import { isRefusal } from '#lib/errors.ts'

/** Whether a statement failed because there is no room: SQLite and PostgreSQL (`disk_full`) each have a code for it. */
export function isDiskFull(error: unknown): boolean {
  const cause = isRefusal(error) ? error.cause : error
  return cause instanceof Error && 'code' in cause && /^(SQLITE_FULL|53100)$/.test(String(cause.code))
}

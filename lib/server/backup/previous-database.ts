import { findBackupMark } from '#lib/foundation/db/copy/backup-mark.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import { isSqliteError } from '#lib/foundation/db/sqlite/health.ts'
import { findNewestEventAt, hasUsers } from '#lib/server/diagnostics/store.ts'

/**
 * Why the previous database doesn't show everything revoked since the backup. `none`: there was no database, or an
 * empty one; `damaged`: it is damaged; `backup`: it is a backup itself; `older`: it ends before the backup does.
 */
export type RevocationUncertainty = 'none' | 'damaged' | 'backup' | 'older'

/** The database that a restore replaces. */
export type PreviousDatabase = Readonly<{ db: Database | undefined; isDamaged: boolean }>

/** A database without the backup's newest event isn't its successor: keys active there may be revoked elsewhere. */
export async function findRevocationUncertainty(
  { db, isDamaged }: PreviousDatabase,
  newestEventAt: number | undefined,
): Promise<RevocationUncertainty | undefined> {
  if (!db) return 'none'
  if (isDamaged) return 'damaged'
  if ((await findBackupMark(db)) !== undefined) return 'backup'
  if (!(await hasUsers(db))) return 'none'
  return ((await findNewestEventAt(db)) ?? 0) < (newestEventAt ?? 0) ? 'older' : undefined
}

/** @returns `fallback` if damage prevents the read */
export async function readIfPossible<T>(
  { isDamaged }: PreviousDatabase,
  read: () => Promise<T>,
  fallback: T,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isDamaged && isSqliteError(error)) return fallback
    throw error
  }
}

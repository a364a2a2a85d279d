import { findNewestEventAt, hasUsers } from '#lib/backup/store.ts'
import { findBackupMark } from '#lib/db/copy/backup-mark.ts'
import type { Database } from '#lib/db/database.ts'
import { isSqliteError } from '#lib/db/sqlite/inspect-sqlite.ts'

/**
 * Why it is not known what was taken from whom since the backup. `none`: there was no database, or an empty one;
 * `damaged`: it was; `backup`: it was one itself; `older`: it ends before the backup does.
 */
export type RevocationUncertainty = 'none' | 'damaged' | 'backup' | 'older'

/** The database that a restore replaces. */
export type PreviousDatabase = Readonly<{ db: Database | undefined; isDamaged: boolean }>

/**
 * Whether a database can tell what happened since the backup. One that does not know even its newest event is no
 * successor of it: a key that is good there may have been revoked all the same.
 * @param newestEventAt of the backup
 */
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

/** What can still be read of it: of a damaged one perhaps nothing, which is no reason to stop. */
export async function readIfPossible<T>(
  { isDamaged }: PreviousDatabase,
  read: () => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isDamaged && isSqliteError(error)) return otherwise
    throw error
  }
}

import type { Db } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { hasTable } from '#lib/foundation/db/has-table.ts'
import { EnvError } from '#lib/kernel/env.ts'

/** The setting that marks a backup: when it was made, in Unix milliseconds. */
const backupMark = 'backup-made-at'

export async function markAsBackup(copy: Db, madeAt: number): Promise<void> {
  await copy
    .insertInto('settings')
    .values({ name: backupMark, value: String(madeAt) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(madeAt) }))
    .execute()
}

/** Turns a restored backup into a database in use. */
export async function clearBackupMark(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', backupMark).execute()
}

/** When it was made, if it is a backup. */
export async function findBackupMark(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', backupMark).executeTakeFirst()
  return row && Number(row.value)
}

/** @throws EnvError if this is a backup: simply moved into place, it would reactivate what was revoked since */
export async function refuseBackup(db: Db): Promise<void> {
  if (engineOf(db) === 'postgres' || !(await hasTable(db, 'settings'))) return
  if ((await findBackupMark(db)) === undefined) return
  throw new EnvError(
    'latchkey.db in DATA_DIR is a backup, which may bring back what was revoked since: move it elsewhere and use latchkey restore <file>.',
  )
}

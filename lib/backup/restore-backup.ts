import { basename } from 'node:path'
import type { Actor } from '#lib/actor.ts'
import { finalizeRestore } from '#lib/backup/finalize-restore.ts'
import { openBackup } from '#lib/backup/open-backup.ts'
import { findRevocationUncertainty } from '#lib/backup/previous-database.ts'
import { requireMasterSecret } from '#lib/backup/require-master-secret.ts'
import type { RestoreResult } from '#lib/backup/restore-result.ts'
import { clearedTables, retainedTables } from '#lib/backup/retained-tables.ts'
import { findNewestEventAt } from '#lib/backup/store.ts'
import { findBackupMark } from '#lib/db/copy/backup-mark.ts'
import { openPreviousDatabase } from '#lib/db/copy/open-previous-database.ts'
import { openRestoreTarget, type RestoreContext } from '#lib/db/copy/restore-target.ts'
import { copyTables, countRows, deleteRows, type OnProgress } from '#lib/db/copy/rows.ts'
import { transactExclusively } from '#lib/db/transact-exclusively.ts'
import { Refusal } from '#lib/errors.ts'
import { claimMasterSecret } from '#lib/server-keys/claim-master-secret.ts'

export type RestoreOrder = Readonly<{
  file: string
  /** The replaced database if it isn't the configured one: its URL, or the path of its file. */
  replaced?: string | undefined
  /** Keeps keys active that may have been revoked since the backup. */
  enableKeys?: boolean
  onProgress?: OnProgress
}>

/**
 * Replaces the configured database, of either engine, with a backup: in one transaction, beside running servers. See
 * `finalizeRestore` for what isn't restored.
 * @throws Refusal `forbidden` unless the actor is the operator, and the refusals of opening each database and the
 * master secret
 */
export async function restoreBackup(site: RestoreContext, actor: Actor, order: RestoreOrder): Promise<RestoreResult> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  await using backup = await openBackup(order.file, site)
  const madeAt = await findBackupMark(backup.db)
  const events = await countRows(backup.db, 'audit_events')
  const newestEventAt = await findNewestEventAt(backup.db)
  const keys = await requireMasterSecret(backup.db, site.env)
  await using target = await openRestoreTarget(site)
  await using elsewhere =
    order.replaced === undefined ? null : await openPreviousDatabase(order.replaced, target.db, site)
  const previous = elsewhere ?? { db: target.previous, isDamaged: target.isDamaged }
  const restored = await transactExclusively(target.db, async (trx) => {
    // Read outside the transaction, which sees committed rows unchanged until it commits.
    const uncertainty = await findRevocationUncertainty(previous, newestEventAt)
    for (const table of clearedTables) await deleteRows(trx, table)
    await claimMasterSecret(trx, keys)
    const { onProgress = () => undefined } = order
    await copyTables(backup.db, trx, { tables: retainedTables, merged: ['audit_events', 'settings'], onProgress })
    return finalizeRestore(trx, actor, {
      previous,
      uncertainty,
      isElsewhere: previous.db !== target.db,
      events,
      keys,
      enableKeys: order.enableKeys ?? false,
      backupDisables: madeAt === undefined,
      backup: { name: basename(order.file), madeAt },
    })
  })
  return { ...restored, madeAt: madeAt ?? null, movedAside: (await target.putInPlace()) ?? null }
}

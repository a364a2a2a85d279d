import { basename } from 'node:path'
import { restoreJournal } from '#lib/domain/events/journal/restore-journal.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { findBackupMark } from '#lib/foundation/db/copy/backup-mark.ts'
import { openBackup } from '#lib/foundation/db/copy/open-backup.ts'
import { openPreviousDatabase } from '#lib/foundation/db/copy/open-previous-database.ts'
import { openRestoredDatabase, openRestoreTarget, type RestoreContext } from '#lib/foundation/db/copy/restore-target.ts'
import { copyTables, countTableRows, deleteRows, type OnProgress } from '#lib/foundation/db/copy/rows.ts'
import { clearedTables, copiedTables, unitedTables } from '#lib/foundation/db/copy/stored-tables.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { transactExclusively } from '#lib/foundation/db/transact-exclusively.ts'
import { claimMasterSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import {
  masterSecretFile,
  readMasterSecrets,
  readOrCreateMasterSecrets,
} from '#lib/foundation/server-keys/master-secret.ts'
import { deriveServerKeys, type ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import type { Env } from '#lib/kernel/env.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { finalizeRestore, type RestoreResult } from '#lib/server/backup/finalize-restore.ts'
import { findRevocationUncertainty, type PreviousDatabase } from '#lib/server/backup/previous-database.ts'
import { countOf } from '#lib/server/diagnostics/check-result.ts'
import { countSealedRows, findNewestEventAt } from '#lib/server/diagnostics/store.ts'

export type InPlaceOrder = Readonly<{
  /** The replaced database if it isn't the configured one: its URL, or the path of its file. */
  replaced?: string | undefined
  /** Keeps keys active that may have been revoked since the backup. */
  enableKeys?: boolean
}>
export type RestoreOrder = InPlaceOrder & Readonly<{ file: string; onProgress?: OnProgress }>

/**
 * Replaces the configured database, of either engine, with a backup: in one transaction, while servers run. See
 * `finalizeRestore` for what isn't restored.
 * @throws Refusal `forbidden` unless the actor is the operator, and the refusals of opening each database and the
 * master secret
 */
export async function restoreBackup(site: RestoreContext, actor: Actor, order: RestoreOrder): Promise<RestoreResult> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  await using backup = await openBackup(order.file, site)
  const madeAt = await findBackupMark(backup.db)
  const events = await countTableRows(backup.db, 'audit_events')
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
    const { onProgress = () => undefined, enableKeys = false } = order
    await copyTables(backup.db, trx, { tables: copiedTables, merged: [...unitedTables, 'settings'], onProgress })
    await restoreJournal(trx, backup.db)
    return finalizeRestore(trx, actor, {
      previous,
      uncertainty,
      events,
      keys,
      enableKeys,
      isElsewhere: previous.db !== target.db,
      backupDisables: madeAt === undefined,
      backup: { name: basename(order.file), madeAt },
    })
  })
  return { ...restored, madeAt: madeAt ?? null, movedAside: (await target.putInPlace()) ?? null }
}

/**
 * Makes the configured database safe to use after it was restored by other means, such as `pg_restore`, point-in-time
 * recovery or a disk snapshot. Like restoring a backup, except that the rows are already there.
 * @throws Refusal like {@link restoreBackup}
 */
export async function restoreInPlace(site: RestoreContext, actor: Actor, order: InPlaceOrder): Promise<RestoreResult> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  await using target = await openRestoredDatabase(site)
  const keys = await requireMasterSecret(target.db, site.env)
  await using elsewhere =
    order.replaced === undefined ? null : await openPreviousDatabase(order.replaced, target.db, site)
  const previous: PreviousDatabase = elsewhere ?? { db: undefined, isDamaged: false }
  const { enableKeys = false } = order
  const restored = await transactExclusively(target.db, async (trx) => {
    await claimMasterSecret(trx, keys)
    const uncertainty = await findRevocationUncertainty(previous, await findNewestEventAt(trx))
    const events = await countTableRows(trx, 'audit_events')
    return finalizeRestore(trx, actor, {
      previous,
      uncertainty,
      events,
      keys,
      enableKeys,
      isElsewhere: true,
      backupDisables: false,
      backup: undefined,
    })
  })
  return { ...restored, madeAt: null, movedAside: null }
}

/** @throws Refusal `conflict` naming what the configured server keys can't decrypt among the rows to restore */
async function requireMasterSecret(db: Db, env: Env): Promise<ServerKeys> {
  const secrets = env.masterSecrets ?? readMasterSecrets(env.dataDir) ?? []
  const known = secrets.length === 0 ? [] : deriveServerKeys(secrets).all.map(({ id }) => id)
  const sealed = (await countSealedRows(db, env.portalLifetimes)).filter(({ masterId }) => !known.includes(masterId))
  const total = (of: 'apiKeys' | 'signingKeys' | 'webhooks') => sealed.reduce((sum, rows) => sum + rows[of], 0)
  const [apiKeys, signingKeys, webhooks] = [total('apiKeys'), total('signingKeys'), total('webhooks')]
  if (apiKeys + signingKeys + webhooks > 0) {
    const place = env.databaseUrl ? '' : `, or put its file back at ${masterSecretFile(env.dataDir)}`
    throw new Refusal('conflict', {
      description: `The master secret that this was made with is not configured: set LATCHKEY_SECRET to it${place}.`,
      detail: `without it ${countOf(apiKeys, 'API key')} and ${countOf(signingKeys, 'signing key')} would be void${webhooks === 0 ? '' : `, and ${countOf(webhooks, 'webhook')} could not sign`}`,
    })
  }
  return deriveServerKeys(secrets.length === 0 ? readOrCreateMasterSecrets(env.dataDir) : secrets)
}

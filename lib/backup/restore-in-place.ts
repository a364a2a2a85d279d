import type { Actor } from '#lib/actor.ts'
import { finalizeRestore } from '#lib/backup/finalize-restore.ts'
import { findRevocationUncertainty, type PreviousDatabase } from '#lib/backup/previous-database.ts'
import { requireMasterSecret } from '#lib/backup/require-master-secret.ts'
import type { RestoreResult } from '#lib/backup/restore-result.ts'
import { findNewestEventAt } from '#lib/backup/store.ts'
import { openPreviousDatabase } from '#lib/db/copy/open-previous-database.ts'
import { openRestoredDatabase, type RestoreContext } from '#lib/db/copy/restore-target.ts'
import { countRows } from '#lib/db/copy/rows.ts'
import { transactExclusively } from '#lib/db/transact-exclusively.ts'
import { Refusal } from '#lib/errors.ts'
import { claimMasterSecret } from '#lib/server-keys/claim-master-secret.ts'

export type InPlaceOrder = Readonly<{ replaced?: string | undefined; enableKeys?: boolean }>

/**
 * Makes the configured database safe to use after it was restored by other means, such as `pg_restore`, point-in-time
 * recovery or a disk snapshot. Like restoring a backup, except that the rows are already there.
 * @throws Refusal `forbidden` unless the actor is the operator, and the refusals of opening each database and the
 * master secret
 */
export async function restoreInPlace(site: RestoreContext, actor: Actor, order: InPlaceOrder): Promise<RestoreResult> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  await using target = await openRestoredDatabase(site)
  const keys = await requireMasterSecret(target.db, site.env)
  await using elsewhere =
    order.replaced === undefined ? null : await openPreviousDatabase(order.replaced, target.db, site)
  const previous: PreviousDatabase = elsewhere ?? { db: undefined, isDamaged: false }
  const restored = await transactExclusively(target.db, async (trx) => {
    await claimMasterSecret(trx, keys)
    return finalizeRestore(trx, actor, {
      previous,
      uncertainty: await findRevocationUncertainty(previous, await findNewestEventAt(trx)),
      isElsewhere: true,
      events: await countRows(trx, 'audit_events'),
      keys,
      enableKeys: order.enableKeys ?? false,
      backupDisables: false,
      backup: undefined,
    })
  })
  return { ...restored, madeAt: null, movedAside: null }
}

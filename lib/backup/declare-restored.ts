import type { Actor } from '#lib/actor.ts'
import { judgeReplaced, type Replaced } from '#lib/backup/replaced.ts'
import { requireMasterSecret } from '#lib/backup/require-master-secret.ts'
import type { Restored } from '#lib/backup/restored.ts'
import { settleRestored } from '#lib/backup/settle-restored.ts'
import { findNewestEventAt } from '#lib/backup/store.ts'
import { openReplaced } from '#lib/db/copy/open-replaced.ts'
import { openRestoredPlace, type RestoreSite } from '#lib/db/copy/restore-place.ts'
import { countRows } from '#lib/db/copy/rows.ts'
import { transactAlone } from '#lib/db/transact-alone.ts'
import { Refusal } from '#lib/errors.ts'
import { claimMasterSecret } from '#lib/server-keys/claim-master-secret.ts'

export type Declaration = Readonly<{ replaced?: string | undefined; enableKeys?: boolean }>

/**
 * Makes the configured database safe to use after it was put back by other means, such as `pg_restore`, point-in-time
 * recovery or a snapshot of a disk. Like a restore of a backup, but for the rows, which are there already.
 * @throws Refusal `forbidden` unless the operator asks, and what the opening of each database and of the master secret
 * is refused with
 */
export async function declareRestored(site: RestoreSite, actor: Actor, order: Declaration): Promise<Restored> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  await using place = await openRestoredPlace(site)
  const keys = await requireMasterSecret(place.db, site.env)
  await using elsewhere = order.replaced === undefined ? null : await openReplaced(order.replaced, place.db, site)
  const replaced: Replaced = elsewhere ?? { db: undefined, isDamaged: false }
  const restored = await transactAlone(place.db, async (trx) => {
    await claimMasterSecret(trx, keys)
    return settleRestored(trx, actor, {
      replaced,
      ignorance: await judgeReplaced(replaced, await findNewestEventAt(trx)),
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

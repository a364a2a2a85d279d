import {
  copySecrets,
  listRetiredSecretIds,
  retirePendingSecrets,
  retireSecrets,
} from '#lib/domain/keys/api-keys/restore-store.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { hasTable } from '#lib/foundation/db/has-table.ts'
import type { RestoreFacts } from '#lib/server/backup/finalize-restore.ts'
import { readIfPossible } from '#lib/server/backup/previous-database.ts'

/**
 * Keys that the previous database knows continue with its secrets: with those generated since the backup, without those
 * retired since. Of the others, pending secrets are retired: they may have been replaced since.
 * @param keyIds restored keys; `knownIds`: those that the previous database has
 */
export async function carryOverSecrets(
  trx: DbTransaction,
  { previous, uncertainty, enableKeys }: RestoreFacts,
  { keyIds, knownIds }: Readonly<{ keyIds: readonly string[]; knownIds: readonly string[] }>,
): Promise<void> {
  const { db } = previous
  // A database of a former version has rotated no secret.
  const hasSecrets = db !== undefined && (await readIfPossible(previous, () => hasTable(db, 'key_secrets'), false))
  const trustedIds = uncertainty === undefined ? knownIds : []
  const uncertainIds = keyIds.filter((id) => !trustedIds.includes(id))
  if (hasSecrets && trustedIds.length > 0) await copySecrets(db, trx, trustedIds)
  if (uncertainIds.length === 0) return
  if (hasSecrets) {
    await retireSecrets(trx, await readIfPossible(previous, () => listRetiredSecretIds(db, uncertainIds), []))
  }
  if (!enableKeys) await retirePendingSecrets(trx, uncertainIds)
}

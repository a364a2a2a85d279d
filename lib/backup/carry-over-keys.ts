import type { Transaction } from 'kysely'
import type { Operator } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { evaluateKey, type KeyVerdict } from '#lib/backup/carried-over-state.ts'
import { findKeyStates, type KeyState, listKeys, type RestoredKey, setKeyState } from '#lib/backup/carry-over-store.ts'
import type { RestoreFacts } from '#lib/backup/finalize-restore.ts'
import { findInPrevious, pagesOf } from '#lib/backup/pages.ts'
import type { KeyToEnable } from '#lib/backup/restore-result.ts'
import { readNow } from '#lib/db/database.ts'
import type { Tables } from '#lib/db/tables.ts'

/** A key that was revoked or disabled since the backup stays so; one of which that is not known is disabled. */
export async function carryOverKeys(
  trx: Transaction<Tables>,
  actor: Operator,
  settling: RestoreFacts,
): Promise<{ revokedKeys: number; disabledKeys: number; keysToEnable: KeyToEnable[] }> {
  const now = await readNow(trx)
  const counts: Record<KeyVerdict, number> = { revoked: 0, disabled: 0, unknown: 0 }
  const keysToEnable: KeyToEnable[] = []
  for await (const keys of pagesOf((after) => listKeys(trx, after))) {
    const there = await findInPrevious(settling.replaced, findKeyStates, keys)
    for (const key of keys) {
      const verdict = evaluateKey(key, there.get(key.id), { ...settling, now })
      if (verdict) {
        await setKeyState(trx, stateAfter(verdict, key, there.get(key.id), now))
        counts[verdict] += 1
      }
      if (verdict === 'unknown') await recordDisabled(trx, actor, key)
      const isDisabledInBackup = key.disabledAt !== null && key.revokedAt === null && !verdict
      if (verdict === 'unknown' || (settling.backupDisables && isDisabledInBackup)) keysToEnable.push(toListed(key))
    }
  }
  return { revokedKeys: counts.revoked, disabledKeys: counts.disabled, keysToEnable }
}

/** With the instants at which it happened. */
function stateAfter(verdict: KeyVerdict, key: RestoredKey, there: KeyState | undefined, now: number): KeyState {
  const disabledAt = key.disabledAt ?? (verdict === 'unknown' ? now : (there?.disabledAt ?? null))
  return { id: key.id, disabledAt, revokedAt: there?.revokedAt ?? null }
}

async function recordDisabled(trx: Transaction<Tables>, actor: Operator, key: RestoredKey): Promise<void> {
  await recordEvent(trx, actor, {
    kind: 'api_key.disabled',
    subject: { kind: 'api_key', id: key.id, name: key.name },
    details: { owner: key.ownerName, ownerId: key.ownerId, reason: 'restored' },
  })
}

function toListed({ id, name, ownerName, lastUsedAt }: RestoredKey): KeyToEnable {
  return { keyId: id, name, owner: ownerName, lastUsedAt }
}

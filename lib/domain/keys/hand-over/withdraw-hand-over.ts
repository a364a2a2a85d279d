import { withdrawOpenHandOver } from '#lib/domain/keys/api-keys/hand-over-store.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/**
 * Ends the open hand-over of a key. Without one it changes and records nothing.
 * @returns whether this call ended it
 * @throws Refusal `forbidden`, `not_found`
 */
export async function withdrawHandOver(services: Services, actor: Actor, keyId: string): Promise<boolean> {
  requireManager(actor, 'keys:write')
  return services.db.transaction().execute(async (trx) => {
    const key = await getManagedKey(trx, actor, { id: keyId, scope: 'keys:write' })
    const isWithdrawn = await withdrawOpenHandOver(trx, keyId)
    if (isWithdrawn) await recordEvent(trx, actor, keyEvent('api_key.hand_over_withdrawn', key))
    return isWithdrawn
  })
}

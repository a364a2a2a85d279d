import { endSessionsOfKey } from '#lib/account-sessions/store.ts'
import type { Actor } from '#lib/actor.ts'
import { changeApiKeyState } from '#lib/api-keys/change-api-key-state.ts'
import { revokeKey } from '#lib/api-keys/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * Revokes a key permanently. Its tokens and refresh families end with it, because their checks read the key's row. The
 * account sessions that it opened end in the same transaction.
 * @throws Refusal `not_found` or `forbidden`
 */
export async function revokeApiKey(services: Services, actor: Actor, keyId: string): Promise<void> {
  await changeApiKeyState(services, actor, keyId, {
    event: 'api_key.revoked',
    apply: async (db, id, ownerId) => {
      const isRevoked = await revokeKey(db, id)
      if (isRevoked) await endSessionsOfKey(db, { id, ownerId })
      return isRevoked
    },
  })
}

import { countSessionsOfKey } from '#lib/account-sessions/lookup-store.ts'
import { endSessionsOfKey } from '#lib/account-sessions/store.ts'
import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { changeApiKeyState } from '#lib/api-keys/change-api-key-state.ts'
import { revokeKey } from '#lib/api-keys/store.ts'
import { requireKeyManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/** The count stops here. */
export const maxCountedSessions = 1_000

/** The open accounts that revoking the key would end, at most {@link maxCountedSessions}. @throws Refusal `forbidden` */
export async function countSessionsOfApiKey({ db }: Services, actor: Actor, key: ApiKey): Promise<number> {
  requireKeyManager(actor, key.owner)
  return countSessionsOfKey(db, { id: key.id, ownerId: key.owner.id }, maxCountedSessions)
}

/** Revokes a key and ends the account sessions that it opened, permanently. @throws Refusal `not_found`, `forbidden` */
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

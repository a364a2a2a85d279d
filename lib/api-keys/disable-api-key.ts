import type { Actor } from '#lib/actor.ts'
import { changeKeyState } from '#lib/api-keys/change-key-state.ts'
import { disableKey } from '#lib/api-keys/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * Suspends a key, its tokens and its refresh families, at once and until it is enabled again.
 * @throws Refusal `not_found`, `forbidden`, or `conflict` when the key is revoked
 */
export async function disableApiKey(services: Services, actor: Actor, keyId: string): Promise<void> {
  await changeKeyState(services, actor, keyId, { event: 'api_key.disabled', apply: disableKey })
}

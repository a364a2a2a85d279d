import type { Actor } from '#lib/actor.ts'
import { changeKeyState } from '#lib/api-keys/change-key-state.ts'
import { enableKey } from '#lib/api-keys/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * Lets a disabled key, its tokens and its refresh families work again.
 * @throws Refusal `not_found`, `forbidden`, or `conflict` when the key is revoked
 */
export async function enableApiKey(services: Services, actor: Actor, keyId: string): Promise<void> {
  await changeKeyState(services, actor, keyId, { event: 'api_key.enabled', apply: enableKey })
}

import { type AuthenticatedKey, authenticateApiKey } from '#lib/api-keys/authenticate-api-key.ts'
import { type PresentedKey, proveKey } from '#lib/api-keys/prove-key.ts'
import { actAsClient } from '#lib/oauth/act-as-client.ts'
import type { Services } from '#lib/services.ts'
import type { Source } from '#lib/users/actor.ts'

/**
 * Whether a client has the API key that it says, and what the key allows. Failures count; nothing else changes.
 * @throws Refusal `invalid_client`, `too_many_requests`
 */
export function authenticateClient(
  services: Services,
  source: Source,
  presented: PresentedKey,
): Promise<AuthenticatedKey> {
  return actAsClient(services, source, presented, async () => {
    proveKey(services.keys.current, presented)
    return authenticateApiKey(services, presented)
  })
}

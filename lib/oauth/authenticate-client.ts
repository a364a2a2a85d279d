import { type AuthenticatedKey, authenticateApiKey } from '#lib/api-keys/authenticate-api-key.ts'
import type { PresentedKey } from '#lib/api-keys/prove-key.ts'
import { recordKeyUse } from '#lib/api-keys/record-key-use.ts'
import { actAsClient } from '#lib/oauth/act-as-client.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/**
 * Whether a client has the API key that it says, and what the key allows. It counts as a use of the key, or as a
 * failure.
 * @throws Refusal `invalid_client`, `too_many_requests`
 */
export async function authenticateClient(
  services: Services,
  source: RequestContext,
  presented: PresentedKey,
): Promise<AuthenticatedKey> {
  const key = await actAsClient(services, source, presented, () => authenticateApiKey(services, source, presented))
  await recordKeyUse(services.db, { keyId: key.keyId, useDue: key.useDue, address: source.address })
  return key
}

import { type AuthenticatedKey, authenticateApiKey } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import { countCall } from '#lib/domain/keys/api-keys/count-call.ts'
import { noteSecretUse } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { withClientRateLimit } from '#lib/domain/tokens/client-authentication/rate-limited.ts'
import {
  type ClientCredentials,
  resolveCredentials,
} from '#lib/domain/tokens/client-authentication/resolve-credentials.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

/**
 * Authenticates a client by its API key, counts the call and notes the use.
 * @throws Refusal `invalid_client`, `too_many_requests`
 */
export async function authenticateClient(
  services: Services,
  context: RequestContext,
  credentials: ClientCredentials,
): Promise<AuthenticatedKey> {
  const authenticate = async () =>
    authenticateApiKey(services, context, await resolveCredentials(services, credentials))
  const key = await withClientRateLimit(services, context, credentials, authenticate)
  await countCall(services, { id: key.keyId, callLimit: key.callLimit })
  if (key.useDue) await noteSecretUse(services.db, key, context.address)
  return key
}

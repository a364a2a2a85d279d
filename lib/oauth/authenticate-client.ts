import { authenticateApiKey } from '#lib/api-keys/authenticate-api-key.ts'
import type { ClientCredentials } from '#lib/oauth/client-credentials.ts'
import { countFailures } from '#lib/oauth/count-failures.ts'
import type { Services } from '#lib/services.ts'
import type { Program, Source } from '#lib/users/actor.ts'

/** Key IDs are shorter. Whatever was sent as one is not kept at length. */
const countedLength = 64

/**
 * Authenticates a client by its API key. Guessing is slowed down per address and key, and per address: the right
 * secret goes on working from elsewhere, so nobody can be locked out.
 * @throws Refusal `invalid_client` or `too_many_requests`
 */
export async function authenticateClient(
  services: Services,
  source: Source,
  credentials: ClientCredentials,
): Promise<Program> {
  const { clientAtAddress, clientsAtAddress } = services.limits
  const counts = [
    { limit: clientAtAddress, subject: `${source.address} ${credentials.keyId.slice(0, countedLength)}` },
    { limit: clientsAtAddress, subject: source.address },
  ]
  for (const { limit, subject } of counts) await limit.check(subject)
  return countFailures('invalid_client', counts, () => authenticateApiKey(services, source, credentials))
}

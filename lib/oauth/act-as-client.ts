import type { PresentedKey } from '#lib/api-keys/prove-key.ts'
import { toClientNetwork } from '#lib/client-network.ts'
import { countFailures } from '#lib/oauth/count-failures.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/** Key IDs are shorter. Whatever was sent as one is not kept at length. */
const countedLength = 64

/**
 * Lets a client do what takes an API key. Guessing is limited per network and key, and per network. The right secret
 * still works from other networks, so an attacker cannot lock the client out.
 * @throws Refusal `too_many_requests`, or what the work throws: what it refuses as `invalid_client` is counted
 */
export async function actAsClient<T>(
  services: Services,
  source: RequestContext,
  { keyId }: PresentedKey,
  work: () => Promise<T>,
): Promise<T> {
  const { clientAtNetwork, clientsAtNetwork } = services.limits
  const network = toClientNetwork(source.address)
  const counts = [
    { limit: clientAtNetwork, subject: `${network} ${keyId.slice(0, countedLength)}` },
    { limit: clientsAtNetwork, subject: network },
  ]
  for (const { limit, subject } of counts) await limit.check(subject)
  return countFailures('invalid_client', counts, work)
}

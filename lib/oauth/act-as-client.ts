import type { PresentedKey } from '#lib/api-keys/prove-key.ts'
import { countFailures } from '#lib/oauth/count-failures.ts'
import type { Services } from '#lib/services.ts'
import type { Source } from '#lib/users/actor.ts'

/** Key IDs are shorter. Whatever was sent as one is not kept at length. */
const countedLength = 64

/**
 * Lets a client do what takes an API key. Guessing is slowed down per address and key, and per address: the right
 * secret goes on working from elsewhere, so nobody can be locked out.
 * @throws Refusal `too_many_requests`, or what the work throws: what it refuses as `invalid_client` is counted
 */
export async function actAsClient<T>(
  services: Services,
  source: Source,
  { keyId }: PresentedKey,
  work: () => Promise<T>,
): Promise<T> {
  const { clientAtAddress, clientsAtAddress } = services.limits
  const counts = [
    { limit: clientAtAddress, subject: `${source.address} ${keyId.slice(0, countedLength)}` },
    { limit: clientsAtAddress, subject: source.address },
  ]
  for (const { limit, subject } of counts) await limit.check(subject)
  return countFailures('invalid_client', counts, work)
}

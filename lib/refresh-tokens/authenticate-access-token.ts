import type { VerifiedAccessToken } from '#lib/access-tokens/access-token.ts'
import { networkDenial } from '#lib/api-keys/limits.ts'
import { noteKeyUse } from '#lib/api-keys/store.ts'
import { Refusal } from '#lib/errors.ts'
import type { Family } from '#lib/refresh-tokens/family.ts'
import { findFamilyOfAccessToken } from '#lib/refresh-tokens/find-family.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/**
 * Authenticates a client by its access token, in one query: a key revoked a moment ago is refused, and so is an IP
 * address outside the key's networks. Success notes the key's use.
 * @throws Refusal `invalid_token`
 */
export async function authenticateAccessToken(
  services: Services,
  { address }: RequestContext,
  token: VerifiedAccessToken,
): Promise<Family> {
  const family = await findFamilyOfAccessToken(services, token)
  if (typeof family === 'string') throw invalidToken(family)
  const denial = networkDenial(family.key.limits, address)
  if (denial) throw invalidToken(denial)
  if (family.key.useDue) await noteKeyUse(services.db, family.key.id, address)
  return family
}

function invalidToken(detail: string): Refusal {
  return new Refusal('invalid_token', { detail })
}

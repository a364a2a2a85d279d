import type { VerifiedAccessToken } from '#lib/access-tokens/access-token.ts'
import { type LimitedProgram, whyElsewhere } from '#lib/api-keys/limits.ts'
import { recordKeyUse } from '#lib/api-keys/record-key-use.ts'
import { Refusal } from '#lib/errors.ts'
import { findFamilyOfAccessToken } from '#lib/refresh-tokens/find-family-of-access-token.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/**
 * The program that an access token speaks for, if the token is good at this moment and used from where its key may be:
 * see {@link findFamilyOfAccessToken}.
 * @throws Refusal `invalid_token`
 */
export async function findTokenProgram(
  services: Services,
  source: RequestContext,
  token: VerifiedAccessToken,
): Promise<LimitedProgram> {
  const family = await findFamilyOfAccessToken(services, token)
  if (typeof family === 'string') throw invalidToken(family)
  const why = whyElsewhere(family.key.limits, source.address)
  if (why) throw invalidToken(why)
  const { id: keyId, name, useDue, limits } = family.key
  await recordKeyUse(services.db, { keyId, useDue, address: source.address })
  return { kind: 'program', userId: family.owner.id, keyId, name, accountIds: limits.accountIds, ...source }
}

function invalidToken(detail: string): Refusal {
  return new Refusal('invalid_token', { detail })
}

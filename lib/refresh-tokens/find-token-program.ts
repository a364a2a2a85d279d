import { type VerifiedAccessToken, whyUntimely } from '#lib/access-tokens/access-token.ts'
import type { LimitedProgram } from '#lib/api-keys/limits.ts'
import { recordKeyUse } from '#lib/api-keys/record-key-use.ts'
import { Refusal } from '#lib/errors.ts'
import { whyUnusableFrom } from '#lib/refresh-tokens/family.ts'
import { findFamily } from '#lib/refresh-tokens/store.ts'
import type { Services } from '#lib/services.ts'
import type { Source } from '#lib/users/actor.ts'

/**
 * The program that an access token speaks for, if the token is in time and key, family and owner are good at this
 * moment, by the database's clock: one query per call, so that a key revoked a moment ago is refused.
 * @throws Refusal `invalid_token`
 */
export async function findTokenProgram(
  services: Services,
  source: Source,
  token: VerifiedAccessToken,
): Promise<LimitedProgram> {
  const family = await findFamily(services.db, token.familyId)
  if (!family) throw invalidToken('its family is gone')
  if (family.key.id !== token.keyId || family.owner.id !== token.userId) {
    throw invalidToken('its key and user are not those of its family')
  }
  const why = whyUntimely(token, family.readAt) ?? whyUnusableFrom(family, source.address)
  if (why) throw invalidToken(why)
  const { id: keyId, name, useDue, limits } = family.key
  await recordKeyUse(services.db, { keyId, useDue, address: source.address })
  return { kind: 'program', userId: family.owner.id, keyId, name, accountIds: limits.accountIds, ...source }
}

function invalidToken(detail: string): Refusal {
  return new Refusal('invalid_token', { detail })
}

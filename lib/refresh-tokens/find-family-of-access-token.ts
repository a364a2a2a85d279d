import { type VerifiedAccessToken, whyUntimely } from '#lib/access-tokens/access-token.ts'
import { type Family, whyUnusable } from '#lib/refresh-tokens/family.ts'
import { findFamily } from '#lib/refresh-tokens/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * The family of an access token that is in time, and whose key, family and owner are good at this moment, by the
 * database's clock: one query per call, so that a key revoked a moment ago is refused. Otherwise why it is not good, in
 * words for the log. Where it may be used from, is for the caller to judge.
 */
export async function findFamilyOfAccessToken(
  services: Services,
  token: VerifiedAccessToken,
): Promise<Family | string> {
  const family = await findFamily(services.db, token.familyId)
  if (!family) return 'its family is gone'
  if (family.key.id !== token.keyId || family.owner.id !== token.userId) {
    return 'its key and user are not those of its family'
  }
  return whyUntimely(token, family.readAt) ?? whyUnusable(family) ?? family
}

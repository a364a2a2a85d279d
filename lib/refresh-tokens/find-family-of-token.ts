import type { Family } from '#lib/refresh-tokens/family.ts'
import { hasGoodMac, type ParsedRefreshToken } from '#lib/refresh-tokens/refresh-token.ts'
import { findFamily } from '#lib/refresh-tokens/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * The family of a refresh token that we made, of whichever generation and in whatever state: the caller judges. Where
 * we did not make it, why that is known, in words for the log.
 */
export async function findFamilyOfToken(services: Services, token: ParsedRefreshToken): Promise<Family | string> {
  const family = await findFamily(services.db, token.familyId)
  if (!family) return 'there is no such family'
  return hasGoodMac(services.keys, token, family.nonce) ? family : 'its mac is wrong'
}

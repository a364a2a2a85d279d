import { countCall } from '#lib/domain/keys/api-keys/count-call.ts'
import { networkDenial } from '#lib/domain/keys/api-keys/limits.ts'
import { noteKeyUse } from '#lib/domain/keys/api-keys/store.ts'
import { type VerifiedAccessToken, validityError } from '#lib/domain/tokens/access-tokens/access-token.ts'
import { type Family, familyDenial } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { type ParsedRefreshToken, verifyMac } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import { findFamily } from '#lib/domain/tokens/refresh-tokens/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

/** `isCounted`: this call was counted against the key's limit before. */
export type CallContext = RequestContext & Readonly<{ isCounted?: boolean }>

/**
 * Authenticates a client by its access token, in one query: a key revoked a moment ago is refused, and so is an IP
 * address outside the key's networks. Counts the call and notes the key's use.
 * @throws Refusal `invalid_token`, `too_many_requests`
 */
export async function authenticateAccessToken(
  services: Services,
  { address, isCounted = false }: CallContext,
  token: VerifiedAccessToken,
): Promise<Family> {
  const family = await findFamilyOfAccessToken(services, token)
  if (typeof family === 'string') throw invalidToken(family, token)
  const denial = networkDenial(family.key.limits, address)
  if (denial) throw invalidToken(denial, token)
  if (!isCounted) await countCall(services, family.key)
  if (family.key.useDue) await noteKeyUse(services.db, family.key.id, address)
  return family
}

function invalidToken(reason: RefusalReason, { keyId, expiresAt }: VerifiedAccessToken): Refusal {
  const expiry = reason === 'token_expired' ? { expiredAt: expiresAt } : {}
  return new Refusal('invalid_token', { reason, reasonFacts: { keyId, ...expiry } })
}

/**
 * The family of an access token that is valid now, by the database's clock. One query per call: a key revoked a moment
 * ago is refused. The caller checks the key's networks.
 * @returns the family, or why the token is refused
 */
export async function findFamilyOfAccessToken(
  { db }: Services,
  token: VerifiedAccessToken,
): Promise<Family | RefusalReason> {
  const family = await findFamily(db, token.familyId)
  if (!family) return 'token_family_gone'
  if (family.key.id !== token.keyId || family.owner.id !== token.userId) {
    return 'token_family_differs'
  }
  return validityError(token, family.readAt) ?? familyDenial(family) ?? family
}

/** The family of a refresh token that we issued, in any state. @returns the family, or why the token is not ours */
export async function findFamilyOfRefreshToken(
  { db, keys }: Services,
  token: ParsedRefreshToken,
): Promise<Family | RefusalReason> {
  const family = await findFamily(db, token.familyId)
  if (!family) return 'refresh_unknown'
  return verifyMac(keys, token, family.nonce) ? family : 'refresh_forged'
}

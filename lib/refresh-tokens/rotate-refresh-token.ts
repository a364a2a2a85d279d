import type { TokenIssue } from '#lib/access-tokens/access-token.ts'
import { recordKeyUse } from '#lib/api-keys/record-key-use.ts'
import { narrowScope } from '#lib/api-keys/scopes.ts'
import { secondMs } from '#lib/clock.ts'
import { Refusal } from '#lib/errors.ts'
import { type Family, isNamedBy, whyEnded, whyUnusableFrom } from '#lib/refresh-tokens/family.ts'
import { findFamilyOfToken } from '#lib/refresh-tokens/find-family-of-token.ts'
import { formatRefreshToken, type ParsedRefreshToken, parseRefreshToken } from '#lib/refresh-tokens/refresh-token.ts'
import { revokeFamily } from '#lib/refresh-tokens/revoke-family.ts'
import { rotateFamily } from '#lib/refresh-tokens/store.ts'
import type { RequestContext } from '#lib/request-context.ts'
import { findKeySet } from '#lib/server-keys/server-keys.ts'
import type { Services } from '#lib/services.ts'
import { isNameOf } from '#lib/users/user.ts'

/** What a holder sends. */
export type PresentedRefreshToken = Readonly<{
  /** The e-mail address or user name of the key's owner. */
  clientId: string
  /** Whether `clientId` may also be the ID of the key itself. */
  mayNameKey?: boolean
  refreshToken: string
  /** Asks for an access token that allows less than the family does. */
  scope?: string | undefined
}>

type Claim = Readonly<{ token: ParsedRefreshToken; presented: PresentedRefreshToken }>

export type Rotation = Readonly<{ issue: TokenIssue; refreshToken: string }>

/**
 * Exchanges a refresh token for its successor: section 3 of the protocol, in its order of checks. Only a token that
 * we made, presented in the name of the key's owner, can change anything.
 * @throws Refusal `invalid_grant`, whatever the cause; `invalid_scope`, and nothing has changed
 */
export async function rotateRefreshToken(
  services: Services,
  source: RequestContext,
  presented: PresentedRefreshToken,
): Promise<Rotation> {
  const token = parseRefreshToken(presented.refreshToken)
  if (!token) throw invalidGrant('it is not of our form')
  const family = await findGoodFamily(services, source, { token, presented })
  if (token.generation > family.generation) throw invalidGrant('its generation is from after a restored backup')
  if (token.generation < family.generation) return repeatOrRevoke(services, source, { presented, token, family })

  const scope = narrowScope(family.scope, presented.scope)
  const { current } = services.keys
  const rotatedAt = await rotateFamily(services.db, family.id, token.generation, current.id)
  if (rotatedAt === undefined) {
    return settleLostRace(services, source, { token, presented })
  }
  await recordKeyUse(services.db, { keyId: family.key.id, useDue: family.key.useDue, address: source.address })
  return {
    issue: toIssue(family, scope, rotatedAt),
    refreshToken: formatRefreshToken(current, family, token.generation + 1),
  }
}

/** Somebody else was faster with the same token: then it is the previous one by now. */
async function settleLostRace(
  services: Services,
  source: RequestContext,
  { token, presented }: Claim,
): Promise<Rotation> {
  const family = await findGoodFamily(services, source, { token, presented })
  if (token.generation >= family.generation) throw invalidGrant('the family ended meanwhile')
  return repeatOrRevoke(services, source, { presented, token, family })
}

async function findGoodFamily(
  services: Services,
  { address }: RequestContext,
  { token, presented: { clientId, mayNameKey = false } }: Claim,
): Promise<Family> {
  const family = await findFamilyOfToken(services, token)
  if (typeof family === 'string') throw invalidGrant(family)
  // Before anything can be revoked: naming somebody else must change nothing.
  const isNamed = mayNameKey ? isNamedBy(family, clientId) : isNameOf(family.owner, clientId)
  if (!isNamed) throw invalidGrant("clientId names neither the key's owner nor, where it may, the key")
  const why = whyUnusableFrom(family, address) ?? whyEnded(family)
  if (why) throw invalidGrant(why)
  return family
}

type Attempt = Claim & Readonly<{ family: Family }>

/**
 * The immediately previous token within the window gets the same successor: the answer was lost, or two callers
 * refreshed at once. Anything else is a copy in other hands (RFC 9700 §4.14.2).
 */
async function repeatOrRevoke(
  services: Services,
  source: RequestContext,
  { presented, token, family }: Attempt,
): Promise<Rotation> {
  const windowMs = services.env.refreshRetrySeconds * secondMs
  const isPrevious = token.generation === family.generation - 1
  if (isPrevious && family.rotatedAt !== null && family.readAt < family.rotatedAt + windowMs) {
    const keySet = findKeySet(services.keys, family.masterId)
    if (!keySet) throw invalidGrant('its successor was made with a master secret that is no longer configured')
    return {
      issue: toIssue(family, narrowScope(family.scope, presented.scope), family.readAt),
      refreshToken: formatRefreshToken(keySet, family, family.generation),
    }
  }
  // Nobody can tell thief from owner, so both are out.
  const facts = { presentedGeneration: token.generation, currentGeneration: family.generation }
  await revokeFamily(services, { kind: 'visitor', ...source }, family, { reason: 'reused', facts })
  throw invalidGrant('an earlier token was presented again: the family is revoked')
}

function toIssue(family: Family, scope: string, issuedAt: number): TokenIssue {
  return { userId: family.owner.id, keyId: family.key.id, familyId: family.id, scope, issuedAt }
}

function invalidGrant(detail: string): Refusal {
  return new Refusal('invalid_grant', { detail })
}

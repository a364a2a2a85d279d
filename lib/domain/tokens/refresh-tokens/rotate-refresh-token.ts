import { countCall } from '#lib/domain/keys/api-keys/count-call.ts'
import { formatLimit } from '#lib/domain/keys/api-keys/limits.ts'
import { narrowScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { noteKeyUse } from '#lib/domain/keys/api-keys/store.ts'
import { isNameOf } from '#lib/domain/people/users/user.ts'
import { spendProof } from '#lib/domain/tokens/dpop/prove-request.ts'
import type { VerifiedProof } from '#lib/domain/tokens/dpop/verify-proof.ts'
import { findFamilyOfRefreshToken } from '#lib/domain/tokens/refresh-tokens/authenticate-token.ts'
import {
  currentScope,
  expiryReason,
  type Family,
  familyDenialFrom,
  isNamedBy,
  isRotatable,
} from '#lib/domain/tokens/refresh-tokens/family.ts'
import {
  formatRefreshToken,
  type IssuedTokens,
  type ParsedRefreshToken,
  parseRefreshToken,
} from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import { revokeFamily } from '#lib/domain/tokens/refresh-tokens/revoke-family.ts'
import { rotateFamily } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { findKeySet } from '#lib/foundation/server-keys/server-keys.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

const maxAttempts = 3

export type RefreshInput = Readonly<{
  /** The email address or username of the key's owner. */
  clientId: string
  /** Whether `clientId` may also be the key ID. */
  mayNameKey?: boolean
  refreshToken: string
  /** Asks for an access token that allows less than the family does. */
  scope?: string | undefined
  /** The call was counted when the client authenticated. */
  isCounted?: boolean
  /** As of a family's request: it is called once the token has proven to be ours. */
  prove?: (() => Promise<VerifiedProof>) | undefined
}>

/**
 * Exchanges a refresh token for its successor (docs/protocol.md, section 3). One statement grants; what is read before
 * it only refuses. Only a token that we issued, sent with the name of the key's owner, can change anything.
 * @throws Refusal `invalid_grant` for every cause; `invalid_scope`, `too_many_requests` and what `prove` throws, and
 *   then nothing has changed
 */
export async function rotateRefreshToken(
  services: Services,
  context: RequestContext,
  input: RefreshInput,
): Promise<IssuedTokens> {
  const { db, keys, env } = services
  const token = parseRefreshToken(input.refreshToken)
  if (!token) throw invalidGrant('refresh_malformed')
  const retryMs = env.refreshRetrySeconds * secondMs
  let { isCounted = false } = input
  let jkt: string | undefined
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const family = await findNamedFamily(services, context, token, input)
    jkt ??= await proveBinding(services, family, input)
    if (!isRotatable(family, token, retryMs)) throw await revokeReused(services, context, token, family)
    const { id: familyId, key, owner } = family
    const scope = narrowScope(currentScope(family, family.scope), input.scope)
    if (!isCounted) await countCall(services, key)
    isCounted = true
    const checked = { networks: formatLimit(key.limits.networks ?? []), scopes: key.scopes, retryMs }
    const rotation = { familyId, generation: token.generation, masterId: keys.current.id, ...checked }
    const rotated = await rotateFamily(db, rotation)
    if (rotated) {
      const keySet = findKeySet(keys, rotated.masterId)
      if (!keySet) throw invalidGrant('refresh_master_secret_missing', key.id)
      if (key.useDue) await noteKeyUse(db, key.id, context.address)
      const issue = { userId: owner.id, keyId: key.id, familyId, scope, issuedAt: rotated.grantedAt, jkt }
      const refreshToken = formatRefreshToken(keySet, family, token.generation + 1)
      return { issue, refreshToken, secretId: rotated.secretId, keyExpiresAt: key.expiresAt }
    }
  }
  throw invalidGrant('family_changing')
}

/** The checks up to the generation, in the order that docs/protocol.md gives them. */
async function findNamedFamily(
  services: Services,
  { address }: RequestContext,
  token: ParsedRefreshToken,
  { clientId, mayNameKey = false }: RefreshInput,
): Promise<Family> {
  const family = await findFamilyOfRefreshToken(services, token)
  if (typeof family === 'string') throw invalidGrant(family)
  // Before any check that can revoke: a token sent with another user's name must change nothing.
  const isNamed = mayNameKey ? isNamedBy(family, clientId) : isNameOf(family.owner, clientId)
  if (!isNamed) throw invalidGrant('refresh_other_client', family.key.id)
  const denial = familyDenialFrom(family, address) ?? expiryReason(family)
  if (denial) throw invalidGrant(denial, family.key.id)
  if (token.generation > family.generation) throw invalidGrant('refresh_from_future', family.key.id)
  return family
}

/**
 * Before any check that can revoke: a bound token without its key must change nothing (RFC 9449 §5). A proof for a
 * family of bearer tokens binds only the new access token.
 * @returns the thumbprint of the key that signed the proof; undefined without one
 */
async function proveBinding(
  services: Services,
  { jkt, key }: Family,
  { prove }: RefreshInput,
): Promise<string | undefined> {
  if (!prove) {
    if (jkt === null) return undefined
    throw invalidGrant('proof_missing', key.id)
  }
  const proof = await prove()
  if (jkt !== null && proof.jkt !== jkt) throw invalidGrant('proof_other_key', key.id)
  await spendProof(services, proof)
  return proof.jkt
}

/** RFC 9700 §4.14.2: the server can't tell the thief from the owner, so the family ends for both. */
async function revokeReused(
  services: Services,
  context: RequestContext,
  token: ParsedRefreshToken,
  family: Family,
): Promise<Refusal> {
  const facts = { presentedGeneration: token.generation, currentGeneration: family.generation }
  await revokeFamily(services, { kind: 'visitor', ...context }, family, { reason: 'reused', facts })
  return invalidGrant('refresh_reused', family.key.id)
}

function invalidGrant(reason: RefusalReason, keyId?: string): Refusal {
  return new Refusal('invalid_grant', { reason, ...(keyId !== undefined && { reasonFacts: { keyId } }) })
}

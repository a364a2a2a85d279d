import { authenticateApiKey } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import { countCall } from '#lib/domain/keys/api-keys/count-call.ts'
import {
  type CredentialPredicate,
  credentialPredicate,
  invalidClient,
  type KeyCredentials,
} from '#lib/domain/keys/api-keys/key-credentials.ts'
import { narrowScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { noteSecretUse } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { refusedProof, spendProof } from '#lib/domain/tokens/dpop/prove-request.ts'
import type { VerifiedProof } from '#lib/domain/tokens/dpop/verify-proof.ts'
import { formatRefreshToken, type IssuedTokens } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import { insertFamily } from '#lib/domain/tokens/refresh-tokens/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken, timedId } from '#lib/kernel/crypto.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

const maxAttempts = 3

/**
 * `scope` asks for less than the key allows. `prove` verifies the proof that the request has: it is called once the
 * client has authenticated.
 */
export type FamilyRequest = KeyCredentials &
  Readonly<{ scope?: string | undefined; prove?: (() => Promise<VerifiedProof>) | undefined }>

/**
 * Issues the refresh token family of one `client_credentials` request, with its first refresh token. One statement
 * checks the key and inserts the family; nothing else grants.
 * @throws Refusal `invalid_client`, `invalid_scope`, `invalid_dpop_proof`, `too_many_requests`, and what `prove` throws
 */
export async function issueRefreshTokenFamily(
  services: Services,
  context: RequestContext,
  request: FamilyRequest,
): Promise<IssuedTokens> {
  const { db, keys } = services
  const { keyId } = request
  const { address } = context
  const family = { id: timedId('fam'), nonce: randomToken(), masterId: keys.current.id, address }
  let key =
    request.scope === undefined && request.prove === undefined
      ? { ...credentialPredicate(keys.current, request), scope: null, scopes: null, isCounted: 0 as const }
      : await findFamilyKey(services, context, request)
  const proof = await request.prove?.()
  if (proof) await spendProof(services, proof)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const issued = await insertFamily(db, { ...family, ...key, jkt: proof?.jkt ?? null })
    if (issued) {
      const { ownerId: userId, scope, issuedAt, secretId, keyExpiresAt } = issued
      if (issued.secretUseDue) await noteSecretUse(db, { keyId, secretId }, address)
      const issue = { userId, keyId, familyId: family.id, scope, issuedAt, jkt: proof?.jkt }
      return { issue, secretId, refreshToken: formatRefreshToken(keys.current, family, 1), keyExpiresAt }
    }
    key = await findFamilyKey(services, context, request, key.isCounted)
  }
  throw invalidClient('key_changing')
}

/**
 * Explains why the statement inserted nothing, or finds what it has to be told about this key. Counts the call once.
 */
async function findFamilyKey(
  services: Services,
  context: RequestContext,
  request: FamilyRequest,
  isCounted: 0 | 1 = 0,
): Promise<CredentialPredicate & Readonly<{ scope: string | null; scopes: string | null; isCounted: 0 | 1 }>> {
  const key = await authenticateApiKey(services, context, request)
  if (key.requiresDpop && !request.prove) throw refusedProof('proof_missing', { reasonFacts: { keyId: key.keyId } })
  if (isCounted === 0) await countCall(services, { id: key.keyId, callLimit: key.callLimit })
  return { ...key, scope: narrowScope(key.scopes, request.scope), isCounted: 1 }
}

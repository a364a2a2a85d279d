import {
  type ClientCredentials,
  type CredentialPredicate,
  hashKeySecret,
  invalidClient,
  matchesSecret,
  requireWellFormed,
} from '#lib/api-keys/key-credentials.ts'
import { networkDenial, parseLimit } from '#lib/api-keys/limits.ts'
import { findCredential, type KeyCredential, updateSecretHash } from '#lib/api-keys/store.ts'
import type { RequestContext } from '#lib/request-context.ts'
import { isNewestSecret } from '#lib/server-keys/claim-master-secret.ts'
import { findKeySet } from '#lib/server-keys/server-keys.ts'
import type { Services } from '#lib/services.ts'

export type AuthenticatedKey = CredentialPredicate &
  Readonly<{
    name: string
    ownerId: string
    /** Space-separated, as in a token's `scope`. */
    scopes: string
    useDue: boolean
  }>

/**
 * Authenticates a key under any configured master secret and checks its network list against the client's IP address.
 * The cause of a refusal is for the log and for managers: response and response time are the same for every cause.
 * @throws Refusal `invalid_client`
 */
export async function authenticateApiKey(
  services: Services,
  context: RequestContext,
  { keyId, secret }: ClientCredentials,
): Promise<AuthenticatedKey> {
  requireWellFormed(secret)
  const key = await findCredential(services.db, keyId)
  const keySet = key ? findKeySet(services.keys, key.masterId) : undefined
  const matches = matchesSecret(keySet ?? services.keys.current, secret, keySet && key?.secretHash)
  if (!key) throw invalidClient('key_unknown')
  if (!keySet) throw invalidClient('master_secret_missing')
  if (!matches) throw invalidClient('secret_wrong')
  if (key.state !== 'active')
    throw invalidClient(`key_${key.state}`, key.expiresAt === null ? {} : { expiredAt: key.expiresAt })
  if (!key.ownerActive) throw invalidClient('owner_deactivated')
  const denial = networkDenial({ networks: parseLimit(key.networks) }, context.address)
  if (denial) throw invalidClient(denial)
  const { name, ownerId, scopes, useDue, networks } = key
  return { ...(await rehashSecret(services, key, secret)), keyId, networks, name, ownerId, scopes, useDue }
}

/** Moves the row to the newest master secret: only a request carries the plain secret that this takes. */
async function rehashSecret(services: Services, key: KeyCredential, secret: string) {
  const { current } = services.keys
  if (key.masterId === current.id || !(await isNewestSecret(services.db, services.keys))) {
    return { secretHash: key.secretHash, keyMasterId: key.masterId }
  }
  const rehashed = { secretHash: hashKeySecret(current, secret), masterId: current.id }
  await updateSecretHash(services.db, key, rehashed)
  return { secretHash: rehashed.secretHash, keyMasterId: rehashed.masterId }
}

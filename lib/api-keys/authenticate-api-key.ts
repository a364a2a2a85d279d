import { hashKeySecret, isWellFormedSecret, matchesSecret } from '#lib/api-keys/key-secret.ts'
import { networkDenial, parseLimit } from '#lib/api-keys/limits.ts'
import { findCredential, type KeyCredential, updateSecretHash } from '#lib/api-keys/store.ts'
import { Refusal } from '#lib/errors.ts'
import type { RequestContext } from '#lib/request-context.ts'
import { isNewestSecret } from '#lib/server-keys/is-newest-secret.ts'
import { findKeySet, type ServerKeySet } from '#lib/server-keys/server-keys.ts'
import type { Services } from '#lib/services.ts'

/** The key ID and plain secret that a client sent. */
export type ClientCredentials = Readonly<{ keyId: string; secret: string }>

/**
 * What a statement compares with the key's row: the secret's hash under one master secret, and the network list that
 * the client's IP address was checked against. `networks: null` matches only a key without a network list.
 */
export type CredentialPredicate = Readonly<{
  keyId: string
  secretHash: string
  keyMasterId: string
  networks: string | null
}>

export type AuthenticatedKey = CredentialPredicate &
  Readonly<{
    name: string
    ownerId: string
    /** Space-separated, as in a token's `scope`. */
    scopes: string
    /** See `noteKeyUse`. */
    useDue: boolean
  }>

/**
 * The predicate of a key that was hashed under this master secret and has no network list.
 * @throws Refusal `invalid_client` for a malformed secret, before any query: the log tells a bad paste from an attack,
 *   and the response says nothing about which keys exist
 */
export function credentialPredicate(keySet: ServerKeySet, { keyId, secret }: ClientCredentials): CredentialPredicate {
  requireWellFormed(secret)
  return { keyId, secretHash: hashKeySecret(keySet, secret), keyMasterId: keySet.id, networks: null }
}

/**
 * Authenticates a key under any configured master secret and checks its network list against the client's IP address.
 * The cause of a refusal goes to the log only: response and response time are the same for every cause.
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
  if (!key) throw invalidClient('there is no such key')
  if (!keySet) throw invalidClient('the key was hashed with a master secret that is no longer configured')
  if (!matches) throw invalidClient('the secret is wrong')
  if (key.state !== 'active') throw invalidClient(`the key is ${key.state}`)
  if (!key.ownerActive) throw invalidClient("the key's owner is deactivated")
  const denial = networkDenial({ networks: parseLimit(key.networks) }, context.address)
  if (denial) throw invalidClient(denial)
  const { name, ownerId, scopes, useDue, networks } = key
  return { ...(await rehashSecret(services, key, secret)), keyId, networks, name, ownerId, scopes, useDue }
}

/** One public response for every cause; the cause is for the log. */
export function invalidClient(detail: string): Refusal {
  return new Refusal('invalid_client', { detail })
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

function requireWellFormed(secret: string): void {
  if (!isWellFormedSecret(secret)) throw invalidClient(describeMalformed(secret))
}

/** The most common mistake is a copied newline or space; to the client it looks like a wrong secret. */
function describeMalformed(secret: string): string {
  if (/[\r\n]$/.test(secret)) return 'the secret ends with a newline'
  if (secret !== secret.trim()) return 'the secret has whitespace around it'
  return 'the secret is mistyped or truncated: its checksum is wrong'
}

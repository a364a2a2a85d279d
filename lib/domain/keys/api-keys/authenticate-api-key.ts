import { activateSecret } from '#lib/domain/keys/api-keys/activate-secret.ts'
import type { CallLimit } from '#lib/domain/keys/api-keys/call-limit.ts'
import { findCredential, type KeyCredential, type SecretHash } from '#lib/domain/keys/api-keys/credential-store.ts'
import {
  type CredentialPredicate,
  hashKeySecret,
  invalidClient,
  type KeyCredentials,
  requireWellFormed,
  type SecretCredentials,
} from '#lib/domain/keys/api-keys/key-credentials.ts'
import { secretDenial } from '#lib/domain/keys/api-keys/key-secret.ts'
import { networkDenial, parseLimit } from '#lib/domain/keys/api-keys/limits.ts'
import { updateSecretHash } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { isNewestSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

export type AuthenticatedKey = CredentialPredicate &
  Readonly<{
    name: string
    ownerId: string
    /** Space-separated, as in a token's `scope`. */
    scopes: string
    callLimit: CallLimit | null
    /** Whether its tokens must be bound to a key of the client (RFC 9449). */
    requiresDpop: boolean
    secretId: string
    /** Whether the secret's use has to be noted. */
    useDue: boolean
  }>

type Secret = NonNullable<KeyCredential['secret']>

const maxAttempts = 3

/**
 * Authenticates a key under any configured master secret and checks its network list against the client's IP address.
 * The first use of a pending secret makes it current. The cause of a refusal is for the log and for managers: response
 * and response time are the same for every cause.
 * @throws Refusal `invalid_client`
 */
export async function authenticateApiKey(
  services: Services,
  context: RequestContext,
  credentials: KeyCredentials,
): Promise<AuthenticatedKey> {
  const { keyId } = credentials
  const hashes = toHashes(services, credentials)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { key, secret } = checkCredential(await findCredential(services.db, keyId, hashes), context.address)
    if (secret.currentSince === null) {
      await activateSecret(services, context, { key, secretId: secret.id })
      // Read again: a concurrent request may have made it current, or replaced it.
      continue
    }
    const { name, ownerId, scopes, networks, callLimit, requiresDpop } = key
    const hash = await rehashSecret(services, secret, credentials)
    const { id: secretId, useDue } = secret
    return { ...hash, keyId, networks, name, ownerId, scopes, callLimit, requiresDpop, secretId, useDue }
  }
  throw invalidClient('key_changing')
}

/**
 * For a response that may be repeated a day later: it must not show a secret that was revoked or has ended meanwhile.
 * @throws Refusal `conflict` unless a client could authenticate with it from some network
 */
export async function requireWorkingSecret(services: Services, credentials: SecretCredentials): Promise<void> {
  const key = await findCredential(services.db, credentials.keyId, toHashes(services, credentials))
  if (key?.state === 'active' && key.secret && secretDenial(key.secret, key.now) === undefined) return
  throw new Refusal('conflict', { description: 'The secret that this request created has ended since.' })
}

/** @throws Refusal `invalid_client` for a malformed secret */
function toHashes({ keys }: Services, credentials: KeyCredentials): readonly SecretHash[] {
  if ('publicKey' in credentials) return [credentials.publicKey]
  requireWellFormed(credentials.secret)
  return keys.all.map((set) => ({ masterId: set.id, secretHash: hashKeySecret(set, credentials.secret) }))
}

/** @throws Refusal `invalid_client` unless this address may use the key with this secret, or make the secret current */
function checkCredential(key: KeyCredential | undefined, address: string): { key: KeyCredential; secret: Secret } {
  if (!key) throw invalidClient('key_unknown')
  const { secret } = key
  if (!secret) throw invalidClient(key.hasUnreadableSecret ? 'master_secret_missing' : 'secret_wrong')
  const facts = { secretId: secret.id, ...(key.expiresAt !== null && { expiredAt: key.expiresAt }) }
  if (key.state !== 'active') throw invalidClient(`key_${key.state}`, facts)
  const denial =
    (key.ownerActive ? undefined : ('owner_deactivated' as const)) ??
    secretDenial(secret, key.now) ??
    networkDenial({ networks: parseLimit(key.networks) }, address)
  if (denial) throw invalidClient(denial, { secretId: secret.id })
  return { key, secret }
}

/** Moves the row to the newest master secret: only a request carries the plain secret that this takes. */
async function rehashSecret(services: Services, secret: Secret, credentials: KeyCredentials) {
  const { current } = services.keys
  if (
    'publicKey' in credentials ||
    secret.masterId === current.id ||
    !(await isNewestSecret(services.db, services.keys))
  ) {
    return { secretHash: secret.secretHash, keyMasterId: secret.masterId }
  }
  const rehashed = { secretHash: hashKeySecret(current, credentials.secret), masterId: current.id }
  await updateSecretHash(services.db, secret, rehashed)
  return { secretHash: rehashed.secretHash, keyMasterId: rehashed.masterId }
}

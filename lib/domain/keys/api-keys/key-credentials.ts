import type { SecretHash } from '#lib/domain/keys/api-keys/credential-store.ts'
import type { ServerKeySet, ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { checksumBase62, hmacSha256, randomBase62 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { ReasonFacts, RefusalReason } from '#lib/kernel/refusal-reasons.ts'

/** A key ID with its secret. */
export type SecretCredentials = Readonly<{ keyId: string; secret: string }>

/** A key with what vouches for the client: its secret, or one of its public keys, whose signature was verified. */
export type KeyCredentials = SecretCredentials | Readonly<{ keyId: string; publicKey: SecretHash }>

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

const prefix = 'lksec_'
const secretForm = /^lksec_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/
const checksumLength = 6

/** 256 random bits and a checksum, which identifies truncated pastes, and leaked secrets without a query. */
export function newKeySecret(): string {
  const body = prefix + randomBase62(43)
  return body + checksumBase62(body)
}

/** Whether the text has the form of a secret. The checksum is public and proves nothing more. */
export function isWellFormedSecret(text: string): boolean {
  return secretForm.test(text) && checksumBase62(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

/** The stored hash. A random secret needs no slow hash. */
export function hashKeySecret(keySet: ServerKeySet, secret: string): string {
  return hmacSha256(keySet.apiKeySecret, secret).toString('hex')
}

/** A new secret, and its stored form. */
export function generateKeySecret({ current }: ServerKeys): Readonly<{ secret: string; stored: SecretHash }> {
  const secret = newKeySecret()
  return { secret, stored: { secretHash: hashKeySecret(current, secret), masterId: current.id } }
}

/**
 * The predicate of a key that was hashed under this master secret and has no network list.
 * @throws Refusal `invalid_client` for a malformed secret, before any query: the log tells a bad paste from an attack,
 *   and the response says nothing about which keys exist
 */
export function credentialPredicate(keySet: ServerKeySet, credentials: KeyCredentials): CredentialPredicate {
  const { keyId } = credentials
  if ('publicKey' in credentials) {
    const { secretHash, masterId: keyMasterId } = credentials.publicKey
    return { keyId, secretHash, keyMasterId, networks: null }
  }
  requireWellFormed(credentials.secret)
  return { keyId, secretHash: hashKeySecret(keySet, credentials.secret), keyMasterId: keySet.id, networks: null }
}

/** @throws Refusal `invalid_client` */
export function requireWellFormed(secret: string): void {
  if (!isWellFormedSecret(secret)) throw invalidClient(malformation(secret))
}

/** The most common mistake is a copied newline or space; to the client it looks like a wrong secret. */
function malformation(secret: string): RefusalReason {
  if (/[\r\n]$/.test(secret)) return 'secret_newline'
  if (secret !== secret.trim()) return 'secret_whitespace'
  return 'secret_malformed'
}

/** One public response for every cause; the cause is for the log and for managers. */
export function invalidClient(reason: RefusalReason, reasonFacts: ReasonFacts = {}): Refusal {
  return new Refusal('invalid_client', { reason, reasonFacts })
}

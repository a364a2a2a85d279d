import { invalidClient } from '#lib/api-keys/invalid-client.ts'
import { hashKeySecret, isWellFormedSecret } from '#lib/api-keys/key-secret.ts'
import type { ServerKeySet } from '#lib/server-keys/server-keys.ts'

/** A key ID and the plain secret that came with it. */
export type PresentedKey = Readonly<{ keyId: string; secret: string }>

/**
 * What is kept of a presented secret, if it is the right one and was kept under this master secret; and the limit that
 * the caller was found inside, in the words of its row. Where that is null, it proves a key without such a limit only.
 */
export type KeyProof = Readonly<{ keyId: string; secretHash: string; keyMasterId: string; networks: string | null }>

/**
 * What proves, in a statement of the database, that a caller has an active key.
 * @throws Refusal `invalid_client` for what cannot be a secret, before any look-up: that says nothing about keys, and
 *   the log can tell a bad paste from an attack
 */
export function proveKey(keySet: ServerKeySet, { keyId, secret }: PresentedKey): KeyProof {
  requireWellFormed(secret)
  return { keyId, secretHash: hashKeySecret(keySet, secret), keyMasterId: keySet.id, networks: null }
}

/** @throws Refusal `invalid_client` for what cannot be a secret */
export function requireWellFormed(secret: string): void {
  if (!isWellFormedSecret(secret)) throw invalidClient(describeMalformed(secret))
}

/** For the log: a copied newline or space is the most common mistake, and looks like a wrong secret to the client. */
function describeMalformed(secret: string): string {
  if (/[\r\n]$/.test(secret)) return 'the secret ends with a newline'
  if (secret !== secret.trim()) return 'the secret has whitespace around it'
  return 'the secret is mistyped or truncated: its checksum is wrong'
}

import type { VerifiedAccessToken } from '#lib/access-tokens/access-token.ts'
import type { KeyRing, LoadedKey } from '#lib/access-tokens/key-ring.ts'
import { sha256 } from '#lib/crypto.ts'

/** Clients use one token for hours. With more tokens than these in use, some calls verify a signature again. */
export const maxVerifiedTokens = 1_000

type Entry = Readonly<{ token: VerifiedAccessToken; key: LoadedKey }>

// Keyed by hash: no token stays in memory longer than its request.
const caches = new WeakMap<object, Map<string, Entry>>()

/**
 * A token whose signature was verified before, if its signing key is still in the key ring. Verifying a signature costs
 * as much as the rest of a call. The cache says nothing about expiry, revocation or the key's owner.
 * @param owner what the cache belongs to: each database has its own
 */
export function findVerifiedToken(owner: object, ring: KeyRing, text: string): VerifiedAccessToken | undefined {
  const tokens = caches.get(owner)
  const hash = sha256(text)
  const entry = tokens?.get(hash)
  if (!entry || ring.verifying.get(entry.key.id) !== entry.key) return undefined
  // Least recently used entries are evicted first.
  tokens?.delete(hash)
  tokens?.set(hash, entry)
  return entry.token
}

/** Call it after the signature was verified with this key. */
export function rememberVerifiedToken(owner: object, text: string, entry: Entry): void {
  const tokens = caches.get(owner) ?? new Map<string, Entry>()
  caches.set(owner, tokens.set(sha256(text), entry))
  const [oldest] = tokens.keys()
  if (tokens.size > maxVerifiedTokens && oldest !== undefined) tokens.delete(oldest)
}

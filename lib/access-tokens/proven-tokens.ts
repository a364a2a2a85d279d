import type { VerifiedAccessToken } from '#lib/access-tokens/access-token.ts'
import type { KeyRing, UsableKey } from '#lib/access-tokens/key-ring.ts'
import { sha256 } from '#lib/crypto.ts'

/** Programs hold one token for hours; whoever holds more than these verifies a signature for each call. */
export const mostProven = 1_000

type Proof = Readonly<{ token: VerifiedAccessToken; key: UsableKey }>

// A token is known by its hash alone: it stands in nobody's memory longer than its request.
const proven = new WeakMap<object, Map<string, Proof>>()

/**
 * The tokens whose signature was verified lately: verifying it again would cost as much as all else that a call does, and
 * come to the same. That the key is still one of ours is looked at each time; whether the token is in time, and who
 * stands behind it still good, is not said here at all.
 * @param owner whose memory it is
 */
export function recallProven(owner: object, ring: KeyRing, text: string): VerifiedAccessToken | undefined {
  const tokens = proven.get(owner)
  const hash = sha256(text)
  const proof = tokens?.get(hash)
  if (!proof || ring.verifying.get(proof.key.id) !== proof.key) return undefined
  // The one that was used last is forgotten last.
  tokens?.delete(hash)
  tokens?.set(hash, proof)
  return proof.token
}

/** To be called once the signature has been verified with this key. */
export function rememberProven(owner: object, text: string, proof: Proof): void {
  const tokens = proven.get(owner) ?? new Map<string, Proof>()
  proven.set(owner, tokens.set(sha256(text), proof))
  const [oldest] = tokens.keys()
  if (tokens.size > mostProven && oldest !== undefined) tokens.delete(oldest)
}

import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { dayMs, hourMs, minuteMs } from '#lib/clock.ts'

export const signingAlgorithms = ['ES256', 'RS256', 'EdDSA'] as const

export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** `next` is published before it signs, so that whoever keeps the JWKS for a while knows it already. */
export type SigningKeyState = 'next' | 'current' | 'previous'

/** A signing key as it is kept. Its private part is sealed, and gone once the key is retired. */
export type SigningKey = Readonly<{
  /** The `kid`: the key's own thumbprint (RFC 7638). */
  id: string
  alg: SigningAlgorithm
  publicJwk: JWK
  state: SigningKeyState
}>

export type SealedSigningKey = SigningKey & Readonly<{ privateSealed: string; masterId: string }>

/**
 * How long a retired key still verifies: no token lives longer than a day (`ACCESS_TOKEN_SECONDS`), and another
 * process may sign with the key for a moment after its retirement.
 */
export const retiredKeyMs = dayMs + minuteMs

/** How long whoever has fetched the key set may go by it without asking again. */
export const keySetLifeMs = 10 * minuteMs

/**
 * A key stands in the key set for at least this long before it signs: so that whoever keeps the set for its life knows
 * the key, and so do verifiers that keep it for several of them, whatever they were told.
 */
export const announcedMs = hourMs

/** A new key pair. Its id is the thumbprint of the public part (RFC 7638): nobody has to hand out names. */
export async function generateSigningKey(
  alg: SigningAlgorithm,
): Promise<{ id: string; alg: SigningAlgorithm; publicJwk: JWK; privateJwk: JWK }> {
  const pair = await generateKeyPair(alg, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  return { id: await calculateJwkThumbprint(publicJwk), alg, publicJwk, privateJwk: await exportJWK(pair.privateKey) }
}

import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { dayMs, minuteMs } from '#lib/clock.ts'

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

/** A new key pair. Its id is the thumbprint of the public part (RFC 7638): nobody has to hand out names. */
export async function generateSigningKey(
  alg: SigningAlgorithm,
): Promise<{ id: string; alg: SigningAlgorithm; publicJwk: JWK; privateJwk: JWK }> {
  const pair = await generateKeyPair(alg, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  return { id: await calculateJwkThumbprint(publicJwk), alg, publicJwk, privateJwk: await exportJWK(pair.privateKey) }
}

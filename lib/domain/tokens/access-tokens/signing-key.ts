import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import { findKeySet, type ServerKeySet, type ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'

export const signingAlgorithms = ['ES256', 'RS256', 'EdDSA'] as const

export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** `next` is published but does not sign yet, so that cached key sets contain it when it does. */
export type SigningKeyState = 'next' | 'current' | 'previous'

export type SigningKey = Readonly<{
  /** The `kid`: the thumbprint of the public key (RFC 7638). */
  id: string
  alg: SigningAlgorithm
  publicJwk: JWK
  state: SigningKeyState
}>

/** A stored key. The private key is encrypted, and deleted when the key is retired. */
export type SealedSigningKey = SigningKey & Readonly<{ privateSealed: string; masterId: string }>

export type NewSigningKey = Omit<SealedSigningKey, 'state'>

/** How long a retired key still verifies: a token lifetime, and a minute in which another process may sign with it. */
export const retiredKeyMs = dayMs + minuteMs

/** How long clients may cache the key set. */
export const keySetLifetimeMs = 10 * minuteMs

/** A key is published for this long before it signs: several cache lifetimes, for verifiers that cache for longer. */
export const announcementMs = hourMs

export async function makeSigningKey(keySet: ServerKeySet, alg: SigningAlgorithm): Promise<NewSigningKey> {
  const pair = await generateKeyPair(alg, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const privateSealed = await sealPrivateJwk(keySet, await exportJWK(pair.privateKey))
  return { id: await calculateJwkThumbprint(publicJwk), alg, publicJwk, privateSealed, masterId: keySet.id }
}

/** Encrypts a private key under a master secret: the database is not enough to sign. */
export function sealPrivateJwk(keySet: ServerKeySet, jwk: JWK): Promise<string> {
  return seal(keySet.signingKeySeal, JSON.stringify(jwk))
}

/** @throws Error if the master secret is no longer configured or the ciphertext was changed */
export async function unsealPrivateJwk(keys: ServerKeys, sealed: string, masterId: string): Promise<JWK> {
  const keySet = findKeySet(keys, masterId)
  if (!keySet) throw new Error('a signing key is sealed under a master secret that is no longer configured')
  return JSON.parse(await unseal(keySet.signingKeySeal, sealed))
}

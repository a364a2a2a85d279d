import { calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { z } from 'zod'
import type { SecretHash } from '#lib/domain/keys/api-keys/credential-store.ts'
import { isPrivateJwk } from '#lib/domain/keys/api-keys/public-key-text.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { publicJwkMembers } from '#lib/kernel/public-jwk.ts'

/** In place of a master secret: the row of a public key has nothing to decrypt. */
const publicKeyMasterId = 'jwk'
const hashPrefix = 'jwk:'

/** A public JWK (RFC 7517). Every `error` is a problem code. */
export const publicJwkSchema = z.record(z.string(), z.unknown(), 'malformed').transform((jwk, context) => {
  const parsed = publicJwkMembers.safeParse(jwk)
  const isPrivate = isPrivateJwk(jwk)
  if (parsed.success && !isPrivate) return parsed.data
  context.issues.push({ code: 'custom', message: isPrivate ? 'private_key' : 'malformed', input: undefined })
  return z.NEVER
})

const inputSchema = z.object({ publicJwk: publicJwkSchema })

export type PublicKey = SecretHash & Readonly<{ publicJwk: string }>

/**
 * How the public key of a client is stored among the secrets.
 * @throws Refusal `input_invalid`: `publicJwk` is `private_key`, or `malformed` if it can't be used
 */
export async function readPublicKey(input: unknown): Promise<PublicKey> {
  const { publicJwk: jwk } = parseInput(inputSchema, { publicJwk: input })
  const isUsable = await importJWK(jwk, algorithmsOf(jwk)[0]).catch(() => undefined)
  if (!isUsable) throw new Refusal('input_invalid', { fields: { publicJwk: 'malformed' } })
  const secretHash = hashPrefix + (await calculateJwkThumbprint(jwk))
  return { publicJwk: JSON.stringify(jwk), secretHash, masterId: publicKeyMasterId }
}

/** What a client needs to know of its public key: the thumbprint (RFC 7638), and the algorithm to sign with. */
export type PublicKeyFacts = Readonly<{ thumbprint: string; alg: string }>

export function toPublicKeyFacts({ publicJwk, secretHash }: PublicKey): PublicKeyFacts {
  return { thumbprint: toThumbprint(secretHash), alg: algorithmsOf(JSON.parse(publicJwk))[0] }
}

/** The thumbprint of a public key (RFC 7638), from what its row has in place of the hash of a secret. */
export function toThumbprint(secretHash: string): string {
  return secretHash.slice(hashPrefix.length)
}

/** The algorithms that a key may sign with. */
export function algorithmsOf({ kty, crv }: JWK): readonly [string, ...string[]] {
  if (kty === 'RSA') return ['PS256', 'RS256']
  if (kty === 'OKP') return ['Ed25519', 'EdDSA']
  return crv === 'P-384' ? ['ES384'] : ['ES256']
}

import {
  calculateJwkThumbprint,
  EmbeddedJWK,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose'
import { z } from 'zod'
import { isCanonical } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import { isRecentNonce } from '#lib/domain/tokens/dpop/nonce.ts'
import type { ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { clientAlgorithms } from '#lib/kernel/client-algorithms.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { publicJwkMembers } from '#lib/kernel/public-jwk.ts'

/** Longer ones are refused before they are parsed: an RSA key of 8,192 bits and its signature take less. */
const maxProofLength = 4_096

/** The nonce says when a proof was made. `iat` may be off by as much as the clock of a client. */
const maxClockErrorMs = 5 * minuteMs

/** For `exp` and `nbf`, which a proof needs not have (RFC 7519 §4.1.4, §4.1.5). */
const toleranceSeconds = 30

const claimsSchema = z.object({
  jti: z.string().min(1).max(128),
  htm: z.string(),
  htu: z.string().max(2_048),
  iat: z.number(),
  nonce: z.string().max(64).optional(),
  ath: z.string().optional(),
})

/** The request that a proof is for. `accessToken`: the one that it presents. */
export type ProvenRequest = Readonly<{ method: string; url: string; accessToken?: string | undefined }>

/** `jkt`: the thumbprint of the key that signed it (RFC 7638). `id` may be accepted once. */
export type VerifiedProof = Readonly<{ jkt: string; id: string }>

/** `nonce`: the client has to try again with the nonce that the response has. */
export type ProofProblem = 'malformed' | 'signature' | 'request' | 'token' | 'instant' | 'nonce'

type Clocked = Readonly<{ keys: ServerKeys; now: number }>

/**
 * Checks a DPoP proof (RFC 9449 §4.3), but for its one use.
 * @param proof the value of the header `DPoP`
 * @returns the proof, or the first thing that is wrong with it
 */
export async function verifyProof(
  proof: string,
  request: ProvenRequest,
  { keys, now }: Clocked,
): Promise<VerifiedProof | ProofProblem> {
  const verified = await verifySignature(proof, now)
  if (typeof verified === 'string') return verified
  const claims = claimsSchema.safeParse(verified.payload)
  if (!claims.success) return 'malformed'
  const { jti, htm, htu, iat, nonce, ath } = claims.data
  if (htm !== request.method || !isSameUrl(htu, request.url)) return 'request'
  if (request.accessToken !== undefined && ath !== hashOf(request.accessToken)) return 'token'
  if (Math.abs(iat * secondMs - now) > maxClockErrorMs) return 'instant'
  if (nonce === undefined || !isRecentNonce(keys, nonce, now)) return 'nonce'
  const jkt = await calculateJwkThumbprint(z.looseObject({ kty: z.string() }).parse(verified.protectedHeader.jwk))
  return { jkt, id: sha256(`${jkt} ${jti}`) }
}

async function verifySignature(proof: string, now: number): Promise<JWTVerifyResult | ProofProblem> {
  if (proof.length > maxProofLength || !isCanonical(proof)) return 'malformed'
  try {
    return await jwtVerify(proof, importKey, {
      algorithms: [...clientAlgorithms],
      typ: 'dpop+jwt',
      currentDate: new Date(now),
      clockTolerance: toleranceSeconds,
    })
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
    if (error instanceof errors.JWTExpired) return 'instant'
    if (error instanceof errors.JWTClaimValidationFailed && error.reason === 'check_failed' && error.claim === 'nbf') {
      return 'instant'
    }
    if (error instanceof errors.JOSEError) return 'malformed'
    throw error
  }
}

/** Whatever the engine says of a key that it can't import, the client sent it. */
async function importKey(header: JWSHeaderParameters, token: FlattenedJWSInput) {
  if (!publicJwkMembers.safeParse(header.jwk).success) throw new errors.JWSInvalid('the embedded key is too weak')
  try {
    return await EmbeddedJWK(header, token)
  } catch (cause) {
    throw new errors.JWSInvalid('the embedded key is not usable', { cause })
  }
}

/** Without query and fragment, and after normalization (RFC 9449 §4.3, RFC 3986 §6.2). */
function isSameUrl(htu: string, url: string): boolean {
  const [claimed, actual] = [URL.parse(htu), new URL(url)]
  return claimed !== null && claimed.origin === actual.origin && claimed.pathname === actual.pathname
}

/** RFC 9449 §4.2: base64url of the SHA-256 of the token's text. */
function hashOf(accessToken: string): string {
  return Buffer.from(sha256(accessToken), 'hex').toString('base64url')
}

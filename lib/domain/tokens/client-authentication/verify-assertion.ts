import {
  type CompactJWSHeaderParameters,
  compactVerify,
  decodeJwt,
  errors,
  importJWK,
  type JWK,
  type JWTPayload,
} from 'jose'
import { z } from 'zod'
import type { SecretHash } from '#lib/domain/keys/api-keys/credential-store.ts'
import { invalidClient } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { algorithmsOf, type PublicKey } from '#lib/domain/keys/api-keys/public-key.ts'
import { listPublicKeys } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { isCanonical } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import { claimProof } from '#lib/domain/tokens/dpop/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'

/** RFC 7523 §2.2. */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Longer ones are refused before they are parsed. */
const maxAssertionLength = 4_096
/** How far ahead an assertion may expire. */
const maxLifeMs = 5 * minuteMs
/** How much the clock of a client may be off. */
const skewMs = 30 * secondMs

/** `keyId`: whose assertion it says it is; empty if it is malformed. */
export type ClientAssertion = Readonly<{ keyId: string; assertion: string }>

const subject = z.string().min(1).max(64)

/** Reads the `sub` of an assertion, which nothing vouches for yet. A malformed one is refused when it is verified. */
export function readAssertion(assertion: string): ClientAssertion {
  return { keyId: readSubject(assertion) ?? '', assertion }
}

function readSubject(assertion: string): string | undefined {
  if (assertion.length > maxAssertionLength) return undefined
  try {
    return subject.safeParse(decodeJwt(assertion).sub).data
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/**
 * Verifies an assertion (RFC 7523 §3, RFC 10070) with the public keys of its API key, in any state, and takes its one
 * use.
 * @returns the public key that signed it, as a credential of the API key
 * @throws Refusal `invalid_client`, for every cause
 */
export async function verifyAssertion(services: Services, { keyId, assertion }: ClientAssertion): Promise<SecretHash> {
  if (keyId === '' || !isCanonical(assertion)) throw invalidClient('assertion_malformed')
  const { env, db, clock } = services
  const { payload, signer } = await verifySignature(keyId, assertion, await listPublicKeys(db, keyId))
  const problem = findProblem(payload, { keyId, issuer: env.baseUrl, now: clock.now() })
  if (problem) throw invalidClient(problem, { keyId })
  // An assertion is kept for as long as a proof: longer than it can be valid.
  if (!(await claimProof(db, sha256(`assertion ${keyId} ${payload.jti}`))))
    throw invalidClient('assertion_replayed', { keyId })
  return signer
}

type Verified = Readonly<{ payload: JWTPayload; signer: SecretHash }>

async function verifySignature(keyId: string, assertion: string, keys: readonly PublicKey[]): Promise<Verified> {
  for (const { publicJwk, ...signer } of keys) {
    const payload = await verifyWith(publicJwk, assertion)
    if (payload) return { payload, signer }
  }
  throw invalidClient(keys.length === 0 ? 'assertion_without_key' : 'assertion_wrong', { keyId })
}

/**
 * Headers that name or embed another key are ignored (RFC 8725 §3.10). @returns undefined if this key did not sign it
 */
async function verifyWith(publicJwk: string, assertion: string): Promise<JWTPayload | undefined> {
  const jwk: JWK = JSON.parse(publicJwk)
  const algorithms = [...algorithmsOf(jwk)]
  try {
    const importKey = ({ alg }: CompactJWSHeaderParameters) => importJWK(jwk, alg)
    const { protectedHeader } = await compactVerify(assertion, importKey, { algorithms })
    return isAssertionType(protectedHeader.typ) ? decodeJwt(assertion) : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** RFC 8725 §3.11: no access token or proof serves as an assertion. Older libraries send no type, or `JWT`. */
function isAssertionType(typ: string | undefined): boolean {
  return (
    typ === undefined || ['jwt', 'client-authentication+jwt'].includes(typ.toLowerCase().replace('application/', ''))
  )
}

type Expected = Readonly<{ keyId: string; issuer: string; now: number }>

function findProblem(payload: JWTPayload, { keyId, issuer, now }: Expected): RefusalReason | undefined {
  const { iss, sub, aud, exp, nbf = 0, iat = 0, jti } = payload
  if (iss !== keyId || sub !== keyId) return 'assertion_wrong'
  if (typeof jti !== 'string' || jti === '' || jti.length > 128) return 'assertion_malformed'
  // Another audience could replay it here (RFC 10070).
  if ([aud].flat().length !== 1 || [aud].flat()[0] !== issuer) return 'assertion_audience'
  // The library has not checked them.
  if (![exp, nbf, iat].every(Number.isFinite) || exp === undefined) return 'assertion_malformed'
  const isTimely = exp * secondMs > now - skewMs && exp * secondMs <= now + maxLifeMs + skewMs
  return isTimely && Math.max(nbf, iat) * secondMs <= now + skewMs ? undefined : 'assertion_clock'
}

import { errors, type JWTHeaderParameters, jwtVerify } from 'jose'
import { z } from 'zod'
import {
  accessTokenType,
  isIssuedWithLowS,
  maxAccessTokenLength,
  maxTokenLifetimeMs,
  type VerifiedAccessToken,
} from '#lib/access-tokens/access-token.ts'
import { currentKeyRing, type LoadedKey, reloadKeyRing } from '#lib/access-tokens/key-ring.ts'
import { hasHighS } from '#lib/access-tokens/sign-jwt.ts'
import { signingAlgorithms } from '#lib/access-tokens/signing-key.ts'
import { findVerifiedToken, rememberVerifiedToken } from '#lib/access-tokens/verified-token-cache.ts'
import { secondMs } from '#lib/clock.ts'
import { isRefusal, Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'

/** RFC 9068 §2.2, as we issue it: `aud` is a string, `iat` and `exp` are integers. */
const claimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().min(1),
  client_id: z.string().min(1),
  sid: z.string().min(1),
  jti: z.string().min(1),
  scope: z.string(),
  iat: z.int(),
  exp: z.int(),
})

/**
 * Verifies signature, type and claims of an access token (RFC 9068 §4). Expiry and revocation are for the database.
 * @throws Refusal `invalid_token`
 */
export async function verifyAccessToken(services: Services, text: string): Promise<VerifiedAccessToken> {
  if (text.length > maxAccessTokenLength) throw invalidToken('it is longer than any of ours')
  const known = findVerifiedToken(services.db, await currentKeyRing(services), text)
  if (known) return known
  if (!isCanonical(text)) throw invalidToken('it is not canonical base64url')
  const { payload, key } = await verifySignature(services, text)
  const token = readClaims(payload)
  if (key.alg === 'ES256' && isIssuedWithLowS(token) && hasHighS(text)) throw invalidToken('its signature has a high s')
  rememberVerifiedToken(services.db, text, { token, key })
  return token
}

/** The access token that we issued as this text, expired or not; undefined for any other text. */
export async function readAccessToken(services: Services, text: string): Promise<VerifiedAccessToken | undefined> {
  try {
    return await verifyAccessToken(services, text)
  } catch (error) {
    if (isRefusal(error) && error.code === 'invalid_token') return undefined
    throw error
  }
}

function readClaims(payload: unknown): VerifiedAccessToken {
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success) throw invalidToken('a claim is missing or has another form')
  const { sub, client_id, sid, scope, jti, iat, exp } = claims.data
  const instants = { issuedAt: iat * secondMs, expiresAt: exp * secondMs }
  if (instants.expiresAt - instants.issuedAt > maxTokenLifetimeMs)
    throw invalidToken('its life is longer than any of ours')
  return { userId: sub, keyId: client_id, familyId: sid, scope, tokenId: jti, ...instants }
}

async function verifySignature(services: Services, text: string): Promise<{ payload: unknown; key: LoadedKey }> {
  let key: LoadedKey | undefined
  const chooseKey = async (header: JWTHeaderParameters) => {
    key = await findKey(services, header)
    return key.key
  }
  try {
    const { payload } = await jwtVerify(text, chooseKey, {
      algorithms: [...signingAlgorithms],
      typ: accessTokenType,
      issuer: services.env.baseUrl,
      audience: services.env.baseUrl,
      // Expiry is checked by the database's clock, together with the family.
      currentDate: new Date(0),
    })
    if (!key) throw new Error('a signature was verified without a key')
    return { payload, key }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw invalidToken(error.message)
    throw error
  }
}

/** RFC 8725 §3.1: only our own keys, each with its own algorithm. `jku`, `jwk` and `x5u` are ignored. */
async function findKey(services: Services, header: JWTHeaderParameters): Promise<LoadedKey> {
  const { kid, alg } = header
  if (!kid) throw invalidToken('it names no key')
  const ring = await currentKeyRing(services)
  const key = ring.verifying.get(kid) ?? (await reloadKeyRing(services)).verifying.get(kid)
  if (!key) throw invalidToken('it names an unknown key')
  if (key.alg !== alg) throw invalidToken('its algorithm is not that of its key')
  return key
}

/** A token has a single text: a lenient decoder ignores padding and the unused bits of the last character. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

function invalidToken(detail: string): Refusal {
  return new Refusal('invalid_token', { detail })
}

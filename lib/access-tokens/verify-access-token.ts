import { errors, type JWTHeaderParameters, jwtVerify } from 'jose'
import { z } from 'zod'
import {
  accessTokenType,
  isIssuedWithLowS,
  longestLifeMs,
  maxAccessTokenLength,
  type VerifiedAccessToken,
} from '#lib/access-tokens/access-token.ts'
import { currentKeyRing, reloadKeyRing, type UsableKey } from '#lib/access-tokens/key-ring.ts'
import { hasHighS } from '#lib/access-tokens/low-s.ts'
import { recallProven, rememberProven } from '#lib/access-tokens/proven-tokens.ts'
import { signingAlgorithms } from '#lib/access-tokens/signing-key.ts'
import { secondMs } from '#lib/clock.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'

/** RFC 9068 §2.2. That `aud` is one string, and the instants whole seconds, is our own form of it. */
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
 * Signature, type and claims of an access token (RFC 9068 §4). Whether it is in time, and its key, family and owner are
 * still good, is the database's business.
 * @throws Refusal `invalid_token`
 */
export async function verifyAccessToken(services: Services, text: string): Promise<VerifiedAccessToken> {
  if (text.length > maxAccessTokenLength) throw invalidToken('longer than any of ours')
  const known = recallProven(services.db, await currentKeyRing(services), text)
  if (known) return known
  if (!isCanonical(text)) throw invalidToken('not canonical base64url')
  const { payload, key } = await verifySignature(services, text)
  const token = readClaims(payload)
  if (key.alg === 'ES256' && isIssuedWithLowS(token) && hasHighS(text)) throw invalidToken('its signature has a high s')
  rememberProven(services.db, text, { token, key })
  return token
}

function readClaims(payload: unknown): VerifiedAccessToken {
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success) throw invalidToken('a claim is missing or has another form')
  const { sub, client_id, sid, scope, jti, iat, exp } = claims.data
  const instants = { issuedAt: iat * secondMs, expiresAt: exp * secondMs }
  if (instants.expiresAt - instants.issuedAt > longestLifeMs) throw invalidToken('its life is longer than any of ours')
  return { userId: sub, keyId: client_id, familyId: sid, scope, tokenId: jti, ...instants }
}

async function verifySignature(services: Services, text: string): Promise<{ payload: unknown; key: UsableKey }> {
  let key: UsableKey | undefined
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
      // The instants are judged by the database's clock, together with the family.
      currentDate: new Date(0),
    })
    if (!key) throw new Error('a signature was verified without a key')
    return { payload, key }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw invalidToken(error.message)
    throw error
  }
}

/** Only our own keys, each with its own algorithm: whatever key or address the header brings along is ignored. */
async function findKey(services: Services, header: JWTHeaderParameters): Promise<UsableKey> {
  const { kid, alg } = header
  if (!kid) throw invalidToken('it names no key')
  const ring = await currentKeyRing(services)
  const key = ring.verifying.get(kid) ?? (await reloadKeyRing(services)).verifying.get(kid)
  if (!key) throw invalidToken('it names an unknown key')
  if (key.alg !== alg) throw invalidToken('its algorithm is not that of its key')
  return key
}

/** A token has a single text: the decoder would ignore the unused bits of the last character, and padding. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

function invalidToken(detail: string): Refusal {
  return new Refusal('invalid_token', { detail })
}

import { errors, type JWTHeaderParameters, jwtVerify } from 'jose'
import { z } from 'zod'
import {
  accessTokenType,
  isIssuedWithLowS,
  maxAccessTokenLength,
  maxTokenLifetimeMs,
  type VerifiedAccessToken,
} from '#lib/domain/tokens/access-tokens/access-token.ts'
import {
  currentKeyRing,
  type KeyRing,
  type LoadedKey,
  reloadKeyRing,
} from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { hasHighS, isCanonical } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import { signingAlgorithms } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'

/** Clients use one token for hours. With more tokens than these in use, some calls verify a signature again. */
export const maxVerifiedTokens = 1_000

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
  cnf: z.object({ jkt: z.string() }).optional(),
})

/** Verifies signature and claims (RFC 9068 §4); expiry is for the database. @throws Refusal `invalid_token` */
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
  const { sub, client_id, sid, scope, jti, iat, exp, cnf } = claims.data
  const instants = { issuedAt: iat * secondMs, expiresAt: exp * secondMs }
  if (instants.expiresAt - instants.issuedAt > maxTokenLifetimeMs)
    throw invalidToken('its life is longer than any of ours')
  return { userId: sub, keyId: client_id, familyId: sid, scope, tokenId: jti, ...instants, ...cnf }
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

function invalidToken(detail: string): Refusal {
  return new Refusal('invalid_token', { reason: 'token_invalid', detail })
}

type Entry = Readonly<{ token: VerifiedAccessToken; key: LoadedKey }>

// Keyed by hash: no token stays in memory longer than its request.
const caches = new WeakMap<object, Map<string, Entry>>()

/**
 * A token whose signature was verified before, if its signing key is still in the key ring. Verifying a signature costs
 * as much as the rest of a call. The cache says nothing about expiry, revocation or the key's owner.
 */
function findVerifiedToken(owner: object, ring: KeyRing, text: string): VerifiedAccessToken | undefined {
  const tokens = caches.get(owner)
  const hash = sha256(text)
  const entry = tokens?.get(hash)
  if (!entry || ring.verifying.get(entry.key.id) !== entry.key) return undefined
  // Least recently used entries are evicted first.
  tokens?.delete(hash)
  tokens?.set(hash, entry)
  return entry.token
}

function rememberVerifiedToken(owner: object, text: string, entry: Entry): void {
  const tokens = caches.get(owner) ?? new Map<string, Entry>()
  caches.set(owner, tokens.set(sha256(text), entry))
  const [oldest] = tokens.keys()
  if (tokens.size > maxVerifiedTokens && oldest !== undefined) tokens.delete(oldest)
}

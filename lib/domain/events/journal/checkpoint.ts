import { compactVerify, type createLocalJWKSet, decodeJwt, errors } from 'jose'
import { z } from 'zod'
import type { JournalHead } from '#lib/domain/events/journal/chain.ts'
import { findHead, findNewestCheckpoint, insertCheckpoint } from '#lib/domain/events/journal/store.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { hasHighS, isCanonical, signJwt } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import { signingAlgorithms } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { insertIssuer } from '#lib/foundation/server-keys/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { hourMs, secondMs } from '#lib/kernel/clock.ts'

/** The `typ` of a checkpoint: a JWS (RFC 7515) that nobody takes for an access token. */
export const checkpointType = 'latchkey-checkpoint+jwt'

/** What a checkpoint says: the issuer's journal has this hash at this entry. `at`: when it was signed, Unix ms. */
export type CheckpointClaims = JournalHead & Readonly<{ issuer: string; at: number }>

/** A checkpoint of new entries is due after so many of them, or after an hour. */
const entriesPerCheckpoint = 10_000

/** Signs a checkpoint of the newest entry if one is due. */
export async function addCheckpointWhenDue(services: Services): Promise<void> {
  const head = await findHead(services.db)
  const newest = await findNewestCheckpoint(services.db)
  const added = head.seq - (newest?.seq ?? 0)
  if (added === 0 || (newest && newest.ageMs < hourMs && added < entriesPerCheckpoint)) return
  await addCheckpoint(services, head)
}

/** Signs a checkpoint of the newest entry, so that an export ends with one. */
export async function addFinalCheckpoint(services: Services): Promise<void> {
  const head = await findHead(services.db)
  if (head.seq > 0) await addCheckpoint(services, head)
}

/** The newest checkpoint; null before the first. */
export async function findCurrentCheckpoint({ db }: Pick<Services, 'db'>): Promise<string | null> {
  return (await findNewestCheckpoint(db))?.token ?? null
}

async function addCheckpoint(services: Services, { seq, hash }: JournalHead): Promise<void> {
  const { signing, publicJwks } = await currentKeyRing(services)
  const publicJwk = publicJwks.find(({ kid }) => kid === signing.id)
  if (!publicJwk) throw new Error('the signing key is not published')
  const iat = Math.floor(services.clock.now() / secondMs)
  // Not this process's own BASE_URL, which a command may lack.
  const iss = await insertIssuer(services.db, services.env.baseUrl)
  const token = await signJwt({ iss, seq, hash, iat }, checkpointType, signing)
  await insertCheckpoint(services.db, { seq, token }, { id: signing.id, publicJwk })
}

const claimsSchema = z.object({
  iss: z.string(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  iat: z.int(),
})

/** Finds the key of a checkpoint in a key set, and imports it once. */
export type KeyFinder = ReturnType<typeof createLocalJWKSet>

/** Why a checkpoint proves nothing. */
export type CheckpointProblem = 'malformed' | 'unknown-key' | 'bad-signature'

/**
 * Reads a checkpoint, and verifies its signature if keys are given. Its age doesn't matter: a checkpoint is evidence of
 * what was.
 */
export async function readCheckpoint(
  token: string,
  keys: KeyFinder | undefined,
): Promise<CheckpointClaims | CheckpointProblem> {
  try {
    if (!isCanonical(token)) return 'malformed'
    if (keys) await verifySignature(token, keys)
    const claims = claimsSchema.safeParse(decodeJwt(token))
    if (!claims.success) return 'malformed'
    const { iss, seq, hash, iat } = claims.data
    return { issuer: iss, seq, hash, at: iat * secondMs }
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown-key'
    if (error instanceof errors.JWSSignatureVerificationFailed) return 'bad-signature'
    if (error instanceof errors.JOSEError) return 'malformed'
    throw error
  }
}

/** @throws JOSEError unless one of our algorithms signed it as a checkpoint with one of these keys */
async function verifySignature(token: string, keys: KeyFinder): Promise<void> {
  const { protectedHeader } = await compactVerify(token, keys, { algorithms: [...signingAlgorithms] })
  // A signature with the other s verifies, too: the same checkpoint must not have two texts.
  if (protectedHeader.alg === 'ES256' && hasHighS(token)) throw new errors.JWSSignatureVerificationFailed()
  if (protectedHeader.typ !== checkpointType) throw new errors.JWSInvalid('it is not a checkpoint')
}

import { z } from 'zod'
import { pendingMs } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import type { ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { sha256 } from '#lib/kernel/crypto.ts'

const attemptSchema = z.object({
  providerId: z.string(),
  /** The hash of the browser cookie: another browser can't finish what this one began. */
  browserHash: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  startedAt: z.number(),
  /** The path to continue at. */
  next: z.string(),
  /** The hash of an invitation's token, which is spent when the identity is linked. */
  linkHash: z.string().optional(),
  /** The session whose user confirms; otherwise someone signs in. */
  sessionId: z.string().optional(),
  /** The session of an owner who tests these settings. Such an attempt signs no one in. */
  test: z.object({ sessionId: z.string(), settingsHash: z.string() }).optional(),
})

/** A sign-in under way at a provider. Only the browser's cookie holds it: nothing is written before it succeeds. */
export type ProviderAttempt = Readonly<z.output<typeof attemptSchema>>

/** Encrypts an attempt for its cookie. */
export function sealAttempt({ current }: ServerKeys, attempt: ProviderAttempt): Promise<string> {
  return seal(current.providerSignInSeal, JSON.stringify(attempt))
}

export type AttemptCheck = Readonly<{ providerId: string; state: string; browserHash: string; now: number }>

/** The attempt with this state at this provider, in this browser; undefined if there is none, or after ten minutes. */
export async function openAttempt(
  keys: ServerKeys,
  sealed: string,
  { providerId, state, browserHash, now }: AttemptCheck,
): Promise<ProviderAttempt | undefined> {
  const attempt = await unsealAttempt(keys, sealed)
  if (!attempt || attempt.providerId !== providerId || attempt.browserHash !== browserHash) return undefined
  const age = now - attempt.startedAt
  return attempt.state === state && age >= 0 && age < pendingMs ? attempt : undefined
}

/** Tells the cookies of several tabs apart. */
export function attemptName(state: string): string {
  return sha256(state).slice(0, 16)
}

async function unsealAttempt({ all }: ServerKeys, sealed: string): Promise<ProviderAttempt | undefined> {
  for (const { providerSignInSeal } of all) {
    const text = await unseal(providerSignInSeal, sealed).catch(() => undefined)
    if (text !== undefined) return attemptSchema.safeParse(JSON.parse(text)).data
  }
  return undefined
}

import type { ServerKeySet } from '#lib/foundation/server-keys/server-keys.ts'
import type { Services } from '#lib/foundation/services.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { equalInConstantTime, hmacSha256, randomToken, sha256 } from '#lib/kernel/crypto.ts'

/** How long a browser may take to answer a challenge. */
export const challengeMs = 5 * minuteMs

/**
 * What a challenge was issued for, and to whom: the browser that signs in, or the session that confirms or adds. A
 * response to any other challenge is refused.
 */
export type ChallengeUse = Readonly<{ purpose: 'sign_in' | 'confirm' | 'add'; holder: string }>

const form = /^([\w-]{43})\.(\d{13,15})\.([\w-]{43})$/

/**
 * A WebAuthn challenge (section 13.4.3) that needs no row: showing the sign-in page must not write. Its use is recorded
 * by {@link PresentedChallenge}'s hash.
 */
export function makeChallenge({ keys, clock }: Pick<Services, 'keys' | 'clock'>, use: ChallengeUse): string {
  const nonce = randomToken()
  const expiresAt = clock.now() + challengeMs
  return `${nonce}.${expiresAt}.${makeMac(keys.current, use, { nonce, expiresAt })}`
}

/** To record as used: until it expires, its hash must be remembered. */
export type PresentedChallenge = Readonly<{ hash: string; expiresAt: number }>

/** The challenge of a response, as base64url; undefined unless it was issued for this use and hasn't expired. */
export function readChallenge(
  { keys, clock }: Pick<Services, 'keys' | 'clock'>,
  use: ChallengeUse,
  encoded: string,
): PresentedChallenge | undefined {
  const [challenge, nonce = '', expiry, mac = ''] = form.exec(Buffer.from(encoded, 'base64url').toString()) ?? []
  const expiresAt = Number(expiry)
  if (challenge === undefined || expiresAt <= clock.now()) return undefined
  const isOurs = keys.all.some((keySet) => equalInConstantTime(makeMac(keySet, use, { nonce, expiresAt }), mac))
  return isOurs ? { hash: sha256(challenge), expiresAt } : undefined
}

function makeMac(
  keySet: ServerKeySet,
  { purpose, holder }: ChallengeUse,
  { nonce, expiresAt }: Readonly<{ nonce: string; expiresAt: number }>,
): string {
  return hmacSha256(keySet.passkeyChallenge, [purpose, holder, nonce, expiresAt].join('\n')).toString('base64url')
}

import { Secret, TOTP } from 'otpauth'
import { secondMs } from '#lib/kernel/clock.ts'

/** RFC 6238: six digits of HMAC-SHA-1, which every authenticator app supports. */
export const totpParameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Codes of one step before and after are accepted too (RFC 6238, section 5.2), for clocks that differ. */
export const acceptedSteps = 1

/** 160 random bits in base32, as RFC 4226, section 4 recommends. */
export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The `otpauth:` URI that an app scans. @param issuer the organization; @param account the user's name there */
export function totpUri(secret: string, { issuer, account }: Readonly<{ issuer: string; account: string }>): string {
  return new TOTP({ ...totpParameters, secret: Secret.fromBase32(secret), issuer, label: account }).toString()
}

/** The time step of this six-digit code; undefined if it is wrong, or of another time. @param now Unix ms */
export function findTimeStep(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...totpParameters, secret: Secret.fromBase32(secret) })
  const distance = totp.validate({ token: code, timestamp: now, window: acceptedSteps })
  return distance === null ? undefined : Math.floor(now / (totpParameters.period * secondMs)) + distance
}

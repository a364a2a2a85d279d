import { randomToken, sha256 } from '#lib/kernel/crypto.ts'

/** How many codes a user gets at once. */
export const recoveryCodeCount = 10

/** Crockford's base32: no letter that is mistaken for a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const groupLength = 4
const codeLength = 24

/** New codes of 120 random bits, as `4k7d-9x2m-…`: from 112 on, a plain hash is enough (ASVS 6.5.2). */
export function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    // 256 is a multiple of 32: every letter is as likely.
    const bytes = Buffer.from(randomToken(), 'base64url').subarray(0, codeLength)
    const digits = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('')
    return (digits.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
  })
}

const codeForm = new RegExp(`^[${alphabet}]{${codeLength}}$`)

/** The stored form of a code, however it was typed; undefined for a text that can't be one. */
export function hashRecoveryCode(text: string): string | undefined {
  const digits = text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return codeForm.test(digits) ? sha256(digits) : undefined
}

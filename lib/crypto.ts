import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` uniformly distributed base62 characters (5.95 bits each). */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 × 62: bytes above it would favour the first characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

/** An opaque identifier such as `usr_4Jk…`: the prefix tells a reader what it names. */
export function randomId(prefix: string): string {
  return `${prefix}_${randomBase62(20)}`
}

/** 256 random bits, base64url: 43 characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** From 0 to below 1: spreads what must not happen everywhere at the same moment. */
export function randomFraction(): number {
  const steps = 2 ** 32
  return randomInt(steps) / steps
}

/** The CRC32 of `text` as six base62 characters: finds a truncated paste, proves nothing else. */
export function checksumBase62(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < 6; place++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Lower-case hex SHA-256, for secrets that are random themselves. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The keyed hash (RFC 2104) that stands for a random secret at rest. */
export function hmacSha256(key: Uint8Array, message: string): Buffer {
  return createHmac('sha256', key).update(message).digest()
}

/** Equality in a time that depends on the lengths alone. */
export function equalInConstantTime(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const left = Buffer.from(one)
  const right = Buffer.from(other)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** 32 bytes for one purpose, from which neither `secret` nor another purpose's key can be told (RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'latchkey', purpose, 32))
}

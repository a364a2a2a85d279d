import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` uniformly distributed base62 characters (5.95 bits each). */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of takeRandomBytes(length)) {
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

/**
 * The same for rows that are made by the thousand: its first part is the time, so that new rows lie side by side in the
 * index of the primary key. It says no more than the row's own instant does.
 */
export function timedId(prefix: string): string {
  return `${prefix}_${toBase62(Date.now(), 7)}${randomBase62(13)}`
}

/** 256 random bits, base64url: 43 characters. */
export function randomToken(): string {
  return takeRandomBytes(32).toString('base64url')
}

const pool = Buffer.alloc(4_096)
let taken = pool.length

/** Random bytes, each given out once: asking the system for a few costs as much as asking for many. */
function takeRandomBytes(count: number): Buffer {
  if (count > pool.length) return randomBytes(count)
  if (taken + count > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  const bytes = Buffer.from(pool.subarray(taken, taken + count))
  pool.fill(0, taken, taken + count)
  taken += count
  return bytes
}

/** From 0 to below 1: spreads what must not happen everywhere at the same moment. */
export function randomFraction(): number {
  const steps = 2 ** 32
  return randomInt(steps) / steps
}

/** The CRC32 of `text` as six base62 characters: finds a truncated paste, proves nothing else. */
export function checksumBase62(text: string): string {
  return toBase62(crc32(text), 6)
}

function toBase62(number: number, length: number): string {
  let rest = number
  let digits = ''
  for (let place = 0; place < length; place++) {
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
export function hmacSha256(key: KeyObject, message: string): Buffer {
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

/** The same for {@link hmacSha256}, made ready once: from plain bytes each use would have to do so. */
export function deriveHmacKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(deriveKey(secret, purpose))
}

import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { crc32 } from 'node:zlib'
import { systemClock } from '#lib/kernel/clock.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` uniformly distributed base62 characters (5.95 bits each). */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of takeRandomBytes(length)) {
      // 248 = 4 × 62: larger bytes would favor the first characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

/** An opaque ID such as `usr_4Jk…`; the prefix names the kind of object. */
export function randomId(prefix: string): string {
  return `${prefix}_${randomBase62(20)}`
}

/** An ID that begins with the time: new rows are adjacent in the primary key's index. */
export function timedId(prefix: string): string {
  return `${prefix}_${toBase62(systemClock.now(), 7)}${randomBase62(13)}`
}

let latest = { at: 0, count: 0 }

/** An ID like {@link timedId}'s, after every other one that this process made in the same millisecond. */
export function orderedId(prefix: string): string {
  const at = systemClock.now()
  latest = { at, count: at === latest.at ? latest.count + 1 : 0 }
  return `${prefix}_${toBase62(at, 7)}${toBase62(latest.count, 3)}${randomBase62(10)}`
}

/** 256 random bits, base64url: 43 characters. */
export function randomToken(): string {
  return takeRandomBytes(32).toString('base64url')
}

const pool = Buffer.alloc(4_096)
let taken = pool.length

/** Random bytes from a pool, each used once: a system call costs the same for few bytes as for many. */
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

/** From 0 to below 1. Jitter, so that processes do not act at the same moment. */
export function randomFraction(): number {
  const steps = 2 ** 32
  return randomInt(steps) / steps
}

/** The CRC32 of `text` as six base62 characters. Detects a truncated paste; not a security check. */
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

/** Lowercase hex SHA-256, for content and for secrets with full entropy. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
}

/** HMAC (RFC 2104) by which random secrets are stored. */
export function hmacSha256(key: KeyObject, message: string): Buffer {
  return createHmac('sha256', key).update(message).digest()
}

/** Compares in a time that depends only on the lengths. */
export function equalInConstantTime(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const left = Buffer.from(one)
  const right = Buffer.from(other)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Derives 32 bytes per purpose with HKDF (RFC 5869): they reveal neither `secret` nor the keys of other purposes. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'latchkey', purpose, 32))
}

/** Derives a key object for {@link hmacSha256}, which would otherwise convert the bytes at each call. */
export function deriveHmacKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(deriveKey(secret, purpose))
}

import { checksumBase62, equalInConstantTime, hmacSha256, randomBase62 } from '#lib/crypto.ts'
import type { ServerKeySet } from '#lib/server-keys/server-keys.ts'

const prefix = 'lksec_'
const secretForm = /^lksec_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/
const checksumLength = 6

/** 256 random bits and a checksum, which identifies truncated pastes, and leaked secrets without a query. */
export function newKeySecret(): string {
  const body = prefix + randomBase62(43)
  return body + checksumBase62(body)
}

/** Whether the text has the form of a secret. The checksum is public and proves nothing more. */
export function isWellFormedSecret(text: string): boolean {
  return secretForm.test(text) && checksumBase62(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

/** The stored hash. A random secret needs no slow hash. */
export function hashKeySecret(keySet: ServerKeySet, secret: string): string {
  return hmacSha256(keySet.apiKeySecret, secret).toString('hex')
}

/** Takes the same time for known and unknown keys: without a hash, it compares with one that never matches. */
export function matchesSecret(keySet: ServerKeySet, secret: string, secretHash: string | undefined): boolean {
  return equalInConstantTime(hashKeySecret(keySet, secret), secretHash ?? '-'.repeat(64))
}

import { checksumBase62, equalInConstantTime, hmacSha256, randomBase62 } from '#lib/crypto.ts'
import type { ServerKeySet } from '#lib/server-keys/server-keys.ts'

const prefix = 'lksec_'
const secretForm = /^lksec_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/
const checksumLength = 6

/** A new secret: 256 random bits and a checksum by which a truncated paste, or a leaked one, is recognised offline. */
export function newKeySecret(): string {
  const body = prefix + randomBase62(43)
  return body + checksumBase62(body)
}

/** Whether it can be a secret at all. The checksum proves nothing else: it is no secret itself. */
export function isWellFormedSecret(text: string): boolean {
  return secretForm.test(text) && checksumBase62(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

/** What is kept of a secret. It is random, so a fast keyed hash is enough and a slow one would only cost. */
export function hashKeySecret(keySet: ServerKeySet, secret: string): string {
  return hmacSha256(keySet.apiKeySecret, secret).toString('hex')
}

/** Takes the same time whether the key is known or not: an unknown one is compared with what nothing hashes to. */
export function matchesSecret(keySet: ServerKeySet, secret: string, secretHash: string | undefined): boolean {
  return equalInConstantTime(hashKeySecret(keySet, secret), secretHash ?? '-'.repeat(64))
}

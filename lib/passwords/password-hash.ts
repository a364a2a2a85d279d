import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { equalInConstantTime, randomToken } from '#lib/crypto.ts'
import { runHash } from '#lib/passwords/hash-queue.ts'

/** RFC 9106 argon2id at the cost that OWASP names for logins; `memory` in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32

/** The PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
const phcForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

const deriveHash = promisify(argon2)

/**
 * The PHC string to keep of a password.
 * @throws Refusal `temporarily_unavailable` when too many hashes are waiting
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = Buffer.from(randomToken(), 'base64url')
  const hash = await derive(password, salt, cost, hashBytes)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(hash)}`
}

/**
 * Whether this is the password. Where there is no hash to hold it against (`null`: nobody by that name, or no
 * password set) it takes as long and says no.
 * @throws Refusal `temporarily_unavailable` when too many hashes are waiting
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = phcForm.exec(phc ?? '') ?? []
  if (!salt || !hash) {
    await hashPassword(password)
    return false
  }
  const expected = Buffer.from(hash, 'base64')
  const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const given = await derive(password, Buffer.from(salt, 'base64'), used, expected.length)
  return equalInConstantTime(given, expected)
}

function derive(password: string, salt: Buffer, used: typeof cost, tagLength: number): Promise<Buffer> {
  // NFC: the same characters are the same password, whatever keyboard composed them (NIST SP 800-63B §3.1.1.2).
  const message = password.normalize('NFC')
  return runHash(() => deriveHash('argon2id', { message, nonce: salt, tagLength, ...used }))
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

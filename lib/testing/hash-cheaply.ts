import { argon2Sync, randomBytes } from 'node:crypto'

/** The PHC string of a password at the lowest cost that sign-in accepts: tests sign in hundreds of times. */
export function hashCheaply(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const hash = argon2Sync('argon2id', { ...cost, message: password, nonce, tagLength: 32 })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(hash)}`
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

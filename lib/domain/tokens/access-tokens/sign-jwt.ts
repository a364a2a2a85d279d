import type { LoadedKey } from '#lib/domain/tokens/access-tokens/key-ring.ts'

/** The order of P-256 (NIST SP 800-186 §3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const halfOrder = Buffer.from((order / 2n).toString(16), 'hex')

/** The signature of an ES256 token is r and s, 32 bytes each (RFC 7518 §3.4). */
const sOffset = 32

/**
 * Whether a token is its only spelling: a lenient decoder ignores padding and the unused bits of the last character.
 */
export function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

/**
 * Signs a JWT (RFC 7515 §3.1, RFC 7519 §7.1). Of the two valid ES256 signatures, the one with the low s: a token has a
 * single text. WebCrypto signs, as it does within jose, whose checks and encoding take a third of the time.
 */
export async function signJwt(claims: object, typ: string, { id: kid, alg, key }: LoadedKey): Promise<string> {
  const signed = `${encodeJson({ alg, typ, kid })}.${encodeJson(claims)}`
  const algorithm = { name: key.algorithm.name, hash: 'SHA-256' }
  const signature = Buffer.from(await crypto.subtle.sign(algorithm, key, Buffer.from(signed)))
  if (alg === 'ES256') lowerS(signature)
  return `${signed}.${signature.toString('base64url')}`
}

function encodeJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Whether the ES256 signature of a token is the one that {@link signJwt} does not issue. */
export function hasHighS(token: string): boolean {
  return isHighS(Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url'))
}

function isHighS(signature: Buffer): boolean {
  return signature.subarray(sOffset).compare(halfOrder) > 0
}

function lowerS(signature: Buffer): void {
  if (!isHighS(signature)) return
  const s = BigInt(`0x${signature.toString('hex', sOffset)}`)
  signature.write((order - s).toString(16).padStart(64, '0'), sOffset, 'hex')
}

import { CompactSign } from 'jose'
import type { LoadedKey } from '#lib/access-tokens/key-ring.ts'

/** The order of P-256 (NIST SP 800-186 §3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const halfOrder = Buffer.from((order / 2n).toString(16), 'hex')

/** The signature of an ES256 token is r and s, 32 bytes each (RFC 7518 §3.4). */
const sOffset = 32

/** Whether a token is its only spelling: a lenient decoder ignores padding and the unused bits of the last character. */
export function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

/** Signs a JWT (RFC 7519 §7.1). Of the two valid signatures, the one with the low s: a token has a single text. */
export async function signJwt(claims: object, typ: string, { id: kid, alg, key }: LoadedKey): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims))
  const token = await new CompactSign(payload).setProtectedHeader({ alg, typ, kid }).sign(key)
  return alg === 'ES256' ? withLowS(token) : token
}

export function hasHighS(token: string): boolean {
  return decodeSignature(token).subarray(sOffset).compare(halfOrder) > 0
}

function withLowS(token: string): string {
  if (!hasHighS(token)) return token
  const signature = decodeSignature(token)
  const s = BigInt(`0x${signature.toString('hex', sOffset)}`)
  signature.write((order - s).toString(16).padStart(64, '0'), sOffset, 'hex')
  return token.slice(0, token.lastIndexOf('.') + 1) + signature.toString('base64url')
}

function decodeSignature(token: string): Buffer {
  return Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url')
}

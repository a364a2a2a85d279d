import { z } from 'zod'

/** base64url of exactly this many bytes, with no other spelling (RFC 4648 §3.5): a key has one thumbprint. */
function bytes(length: number) {
  return z.string().refine((text) => {
    const decoded = Buffer.from(text, 'base64url')
    return decoded.length === length && decoded.toString('base64url') === text
  })
}

/** An unsigned integer (RFC 7518 §2); undefined for another spelling, also with zeros before it. */
function readInteger(text: string): bigint | undefined {
  const decoded = Buffer.from(text, 'base64url')
  if (decoded.length === 0 || decoded[0] === 0 || decoded.toString('base64url') !== text) return undefined
  return BigInt(`0x${decoded.toString('hex')}`)
}

/** 8,192 bits: more would only cost time. */
const maxModulusLength = 1_366

/** 2,048 to 8,192 bits. */
const modulus = z
  .string()
  .max(maxModulusLength)
  .refine((text) => {
    const bits = readInteger(text)?.toString(2).length ?? 0
    return bits >= 2_048 && bits <= 8_192
  })

/** FIPS 186-5 §A.1.1: odd, and above 2^16. Above 2^32 it would only cost time, and some libraries can't read it. */
const exponent = z
  .string()
  .max(6)
  .refine((text) => {
    const value = readInteger(text) ?? 0n
    return value > 65_536n && value < 4_294_967_296n && value % 2n === 1n
  })

/**
 * The keys that verify what clients sign. Its members are those that a thumbprint covers, in its order (RFC 7638 §3.2):
 * whatever else a JWK says is left out.
 */
export const publicJwkMembers = z.discriminatedUnion('kty', [
  z.discriminatedUnion('crv', [
    z.object({ crv: z.literal('P-256'), kty: z.literal('EC'), x: bytes(32), y: bytes(32) }),
    z.object({ crv: z.literal('P-384'), kty: z.literal('EC'), x: bytes(48), y: bytes(48) }),
  ]),
  z.object({ crv: z.literal('Ed25519'), kty: z.literal('OKP'), x: bytes(32) }),
  z.object({ e: exponent, kty: z.literal('RSA'), n: modulus }),
])

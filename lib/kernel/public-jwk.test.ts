import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readPublicKey } from '#lib/domain/keys/api-keys/public-key.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { publicJwkMembers } from '#lib/kernel/public-jwk.ts'

const rsa = (modulusLength = 2_048, publicExponent = 65_537) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({ format: 'jwk' })
const ec = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
const ed25519 = () => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')

const isAccepted = (jwk: unknown) => publicJwkMembers.safeParse(jwk).success

/** The last character of 32 bytes has two bits that say nothing. */
function respell(text = ''): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return text.slice(0, -1) + alphabet.charAt(alphabet.indexOf(text.slice(-1)) + 1)
}

describe('a public key is accepted', () => {
  it.each([
    ['RSA of 2,048 bits', rsa()],
    ['RSA with another exponent', rsa(2_048, 65_539)],
    ['P-256', ec()],
    ['P-384', ec('P-384')],
    ['Ed25519', ed25519()],
  ])('as %s', async (_name, jwk) => {
    expect(isAccepted(jwk)).toBe(true)
    expect((await readPublicKey(jwk)).secretHash).toMatch(/^jwk:/)
  })
})

describe('a public key is refused', () => {
  const good = rsa()
  it.each([
    ['an exponent of 1', { ...good, e: base64url('01') }],
    ['an exponent of 3', rsa(2_048, 3)],
    ['an exponent of 17', rsa(2_048, 17)],
    ['an exponent of 65,535', { ...good, e: base64url('ffff') }],
    ['an even exponent', { ...good, e: base64url('010002') }],
    ['an exponent of 33 bits', { ...good, e: base64url('0100000001') }],
    ['zeros before the exponent', { ...good, e: base64url('00010001') }],
    ['no exponent', { ...good, e: '' }],
    ['a modulus of 2,047 bits', { ...good, n: base64url(`7f${'ff'.repeat(255)}`) }],
    ['a modulus of 1,024 bits', rsa(1_024)],
    ['a modulus with zeros before it', { ...good, n: base64url('00'.repeat(128) + 'ff'.repeat(128)) }],
    ['a modulus of 8,200 bits', { ...good, n: base64url('ff'.repeat(1_025)) }],
    ['a point of another curve', { ...ec('P-384'), crv: 'P-256' }],
    ['a curve that is not offered', ec('P-521')],
    ['a coordinate that is too short', { ...ec(), x: base64url('01'.repeat(31)) }],
    ['an Ed25519 key of 31 bytes', { ...ed25519(), x: base64url('01'.repeat(31)) }],
  ])('with %s', async (_name, jwk) => {
    expect(isAccepted(jwk)).toBe(false)
    const code = await readPublicKey(jwk).catch((error: unknown) => isRefusal(error) && error.fields)
    expect(code).toEqual({ publicJwk: 'malformed' })
  })

  it('in another spelling, which would give it a second thumbprint', () => {
    const jwk = ed25519()
    expect(isAccepted({ ...jwk, x: respell(jwk.x) })).toBe(false)
    expect(isAccepted({ ...jwk, x: `${jwk.x}=` })).toBe(false)
  })
})

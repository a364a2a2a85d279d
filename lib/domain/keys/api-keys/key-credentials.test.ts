import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashKeySecret, isWellFormedSecret, newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'

const { current: keySet } = deriveServerKeys(['a master secret of 32 characters and more'])
const { current: otherSet } = deriveServerKeys(['another master secret of 32 characters'])

describe('the secret of an API key', () => {
  it('is told from a truncated or mistyped one without a query', () => {
    const secret = newKeySecret()
    expect(isWellFormedSecret(secret)).toBe(true)
    for (let length = 0; length < secret.length; length++) {
      expect(isWellFormedSecret(secret.slice(0, length))).toBe(false)
    }
    for (const wrong of ['', ` ${secret}`, `${secret}x`, secret.toUpperCase(), secret.replace('lksec', 'lkid')]) {
      expect(isWellFormedSecret(wrong)).toBe(false)
    }
  })

  it('is told from one with any single character changed', () => {
    const secret = newKeySecret()
    fc.assert(
      fc.property(fc.nat(secret.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(secret[at] !== character)
        return !isWellFormedSecret(secret.slice(0, at) + character + secret.slice(at + 1))
      }),
    )
  })

  it('has another hash under another master secret', () => {
    const secret = newKeySecret()
    expect(hashKeySecret(keySet, secret)).toMatch(/^[0-9a-f]{64}$/)
    expect(hashKeySecret(keySet, secret)).toBe(hashKeySecret(keySet, secret))
    expect(hashKeySecret(otherSet, secret)).not.toBe(hashKeySecret(keySet, secret))
    expect(hashKeySecret(keySet, newKeySecret())).not.toBe(hashKeySecret(keySet, secret))
  })
})

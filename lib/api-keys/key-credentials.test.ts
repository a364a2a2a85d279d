import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashKeySecret, isWellFormedSecret, matchesSecret, newKeySecret } from '#lib/api-keys/key-credentials.ts'
import { deriveServerKeys } from '#lib/server-keys/server-keys.ts'

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

  it('matches its own hash under its own master secret only', () => {
    const secret = newKeySecret()
    expect(matchesSecret(keySet, secret, hashKeySecret(keySet, secret))).toBe(true)
    expect(matchesSecret(otherSet, secret, hashKeySecret(keySet, secret))).toBe(false)
    expect(matchesSecret(keySet, newKeySecret(), hashKeySecret(keySet, secret))).toBe(false)
    expect(matchesSecret(keySet, secret, undefined)).toBe(false)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRefreshToken, parseRefreshToken, verifyMac } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { randomId, randomToken } from '#lib/kernel/crypto.ts'
import { sampleSize } from '#lib/testing/sampling.ts'

const [oldSecret, newSecret] = ['an old master secret of 32 characters', 'a new master secret of 32 characters']
const before = deriveServerKeys([oldSecret])
const both = deriveServerKeys([newSecret, oldSecret])
const after = deriveServerKeys([newSecret])

const family = { id: randomId('fam'), nonce: randomToken() }
const token = formatRefreshToken(before.current, family, 7)

function isGood(text: string, keys = before, nonce = family.nonce): boolean {
  const parsed = parseRefreshToken(text)
  return parsed !== undefined && verifyMac(keys, parsed, nonce)
}

describe('a refresh token', () => {
  it('is derived from its row, so that it is not stored', () => {
    expect(formatRefreshToken(before.current, family, 7)).toBe(token)
    expect(parseRefreshToken(token)).toEqual({ familyId: family.id, generation: 7, mac: token.split('.')[3] })
    expect(isGood(token)).toBe(true)
  })

  it('is valid while its master secret is configured', () => {
    expect([before, both, after].map((keys) => isGood(token, keys))).toEqual([true, true, false])
  })

  it('is bound to family, generation and nonce', () => {
    const mac = token.split('.')[3]
    expect(isGood(token, before, randomToken())).toBe(false)
    expect(isGood(`lkrt1.${family.id}.8.${mac}`)).toBe(false)
    expect(isGood(`lkrt1.${randomId('fam')}.7.${mac}`)).toBe(false)
  })

  it('is refused with any part of it changed', () => {
    fc.assert(
      fc.property(fc.nat(token.length), fc.nat(3), fc.string({ maxLength: 4 }), (at, removed, added) => {
        const changed = token.slice(0, at) + added + token.slice(at + removed)
        fc.pre(changed !== token)
        return !isGood(changed)
      }),
      { numRuns: sampleSize(5_000) },
    )
  })

  it.each(['', '.', '...', 'lkrt1...', `lkrt1.${family.id}.-1.x`, `lkrt1.${family.id}.1e3.${'x'.repeat(43)}`])(
    'is not %j',
    (text) => {
      expect(parseRefreshToken(text)).toBeUndefined()
    },
  )
})

import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  checksumBase62,
  deriveKey,
  equalInConstantTime,
  hmacSha256,
  orderedId,
  randomBase62,
  randomId,
  randomToken,
  sha256,
  timedId,
} from '#lib/kernel/crypto.ts'
import { testStart } from '#lib/testing/test-services.ts'

describe('random texts', () => {
  it('have their form and never repeat', () => {
    const made = Array.from({ length: 1_000 }, () => [randomBase62(20), randomId('usr'), randomToken()])
    for (const [text, id, token] of made) {
      expect(text).toMatch(/^[0-9A-Za-z]{20}$/)
      expect(id).toMatch(/^usr_[0-9A-Za-z]{20}$/)
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    }
    expect(new Set(made.flat()).size).toBe(3_000)
  })

  it('favour no character', () => {
    const counts = new Map<string, number>()
    for (const character of randomBase62(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(62)
    // 1 000 expected each; six standard deviations either way.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(190)
  })

  it('are never given out twice, however many are asked for at once', () => {
    const lengths = [32, 5_000, 1, 4_096, 31, 4_095, 2]
    const texts = Array.from({ length: 300 }, (_, index) => randomBase62(lengths[index % lengths.length] ?? 1))
    const parts = texts.flatMap((text) => text.match(/.{16}/g) ?? [])
    expect(new Set(parts).size).toBe(parts.length)
  })

  it('stand in the order of their making where they are ordered', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(testStart)
    const ids = Array.from({ length: 5_000 }, () => orderedId('evt'))
    vi.setSystemTime(testStart + 1)
    ids.push(orderedId('evt'))
    expect(ids).toEqual(ids.toSorted())
    expect(ids[0]).toMatch(/^evt_[0-9A-Za-z]{20}$/)
  })

  it('stand in the order of their time where they begin with it', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const instants = [0, 1, 61, 62, testStart, testStart + 1, testStart + 3_843, Date.UTC(2080, 0)]
    const ids = instants.map((now) => {
      vi.setSystemTime(now)
      return timedId('fam')
    })
    expect(ids.toSorted()).toEqual(ids)
    for (const id of ids) expect(id).toMatch(/^fam_[0-9A-Za-z]{20}$/)
    expect(timedId('fam').slice(0, 11)).toBe(timedId('fam').slice(0, 11))
    expect(timedId('fam')).not.toBe(timedId('fam'))
  })

  it.each([0, 1, 43, 500])('can have %i characters', (length) => {
    expect(randomBase62(length)).toHaveLength(length)
  })
})

describe('the checksum', () => {
  it('is the CRC32 in base62', () => {
    // crc32('') = 0 and crc32('123456789') = 0xcbf43926 = 3421780262
    expect(checksumBase62('')).toBe('000000')
    expect([...checksumBase62('123456789')].reduce((sum, digit) => sum * 62 + place(digit), 0)).toBe(0xcbf43926)
  })

  it('differs whenever one character does', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 60 }),
        fc.nat(59),
        fc.string({ minLength: 1, maxLength: 1 }),
        (text, at, character) => {
          fc.pre(at < text.length && text[at] !== character)
          return checksumBase62(text) !== checksumBase62(text.slice(0, at) + character + text.slice(at + 1))
        },
      ),
    )
  })
})

describe('hashes and derived keys', () => {
  it('are the standard ones', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    // RFC 4231, test case 2
    expect(hmacSha256(createSecretKey(Buffer.from('Jefe')), 'what do ya want for nothing?').toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  it('are fixed for ever: a changed derivation would void every database', () => {
    expect(deriveKey('a master secret of 32 characters and more', 'refresh-token').toString('hex')).toBe(
      '41a19de720227fa4d1f68025b8cfff0204634f86ac5de90fb4fb8bfe7ca8deed',
    )
  })

  it('differ by secret and by purpose', () => {
    const keys = ['one', 'two'].flatMap((secret) =>
      ['a', 'b'].map((purpose) => deriveKey(secret, purpose).toString('hex')),
    )
    expect(new Set(keys).size).toBe(4)
    expect(keys.every((key) => key.length === 64)).toBe(true)
  })
})

describe('comparing in constant time', () => {
  it('is equality, of texts and of bytes, of any length', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(equalInConstantTime(one, one)).toBe(true)
        expect(equalInConstantTime(one, Buffer.from(one))).toBe(true)
        expect(equalInConstantTime(one, other)).toBe(Buffer.from(one).equals(Buffer.from(other)))
      }),
    )
  })
})

function place(digit: string): number {
  return '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit)
}

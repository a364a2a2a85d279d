import { describe, expect, it } from 'vitest'
import { remember } from '#lib/foundation/i18n/remember.ts'

describe('a remembered function', () => {
  it('runs once per key, and again for the least recently used key beyond the limit', () => {
    const asked: string[] = []
    const shout = remember((word) => {
      asked.push(word)
      return word.toUpperCase()
    }, 2)
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(shout)).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })
})

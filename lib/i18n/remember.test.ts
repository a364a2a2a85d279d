import { describe, expect, it } from 'vitest'
import { remember } from '#lib/i18n/remember.ts'

describe('remember', () => {
  it('makes each thing once, and the least recently used again', () => {
    const asked: string[] = []
    const shout = remember((word) => {
      asked.push(word)
      return word.toUpperCase()
    }, 2)
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(shout)).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })
})

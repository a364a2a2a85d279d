import { describe, expect, it } from 'vitest'
import { listsTag } from '#lib/kernel/entity-tags.ts'

describe('an entity tag is listed', () => {
  it.each(['"a1"', 'W/"a1"', '"b2", "a1"', 'W/"b2",W/"a1"', '*', '"a1-gzip"', '"a1--gzip"', '"a1;br"', 'W/"a1-zstd"'])(
    'by %s, also if a proxy has changed it',
    (header) => {
      expect([listsTag(header, '"a1"'), listsTag(header, 'W/"a1"')]).toEqual([true, true])
    },
  )

  it('with the content coding that belongs to it', () => {
    expect([listsTag('W/"a1-gzip"', '"a1-gzip"'), listsTag('"a1"', '"a1-gzip"')]).toEqual([true, false])
  })

  it.each(['', '"b2"', 'a1', '"a1', '"A1"', 'w/"a1"', '"a1-"', '"a1-gzip-br-x"', 'W/', 'W/*', '"b2", *'])(
    'not by %j',
    (header) => {
      expect(listsTag(header, '"a1"')).toBe(false)
    },
  )
})

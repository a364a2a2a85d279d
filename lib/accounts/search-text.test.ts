import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldForSearch, markMatches, splitSearchWords, toSearchText } from '#lib/accounts/search-text.ts'

function marked(text: string, query: string): string {
  const parts = markMatches(text, splitSearchWords(query))
  return parts.map((part) => (part.marked ? `[${part.text}]` : part.text)).join('')
}

describe('what a search reads', () => {
  it.each([
    ['Müller & Söhne', 'muller & sohne'],
    ['MU\u0308LLER', 'muller'],
    ['İstanbul', 'istanbul'],
    ['ﬁne', 'fine'],
    ['Ｆｕｌｌ', 'full'],
  ])('%j is folded to %j', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded)
  })

  it('is the folded name and id, apart from each other', () => {
    expect(toSearchText({ id: 'ACME-1', name: 'Acme  GmbH' })).toBe('acme gmbh\nacme-1')
  })

  it('splits what was typed into at most eight words of 120 characters', () => {
    expect(splitSearchWords('  Acme \t Österreich\n')).toEqual(['acme', 'osterreich'])
    expect(splitSearchWords('a b c d e f g h i j')).toHaveLength(8)
    expect(splitSearchWords('x'.repeat(500))).toEqual(['x'.repeat(120)])
    expect(splitSearchWords('  ')).toEqual([])
  })
})

describe('the mark of a match', () => {
  it.each([
    ['Müller Bakery', 'muller', '[Müller] Bakery'],
    ['Mu\u0308ller', 'mu', '[Mu\u0308]ller'],
    ['Acme and Acme', 'acme', '[Acme] and [Acme]'],
    ['Acme Bakery', 'bak acm', '[Acm]e [Bak]ery'],
    ['ﬁne', 'i', '[ﬁ]ne'],
    ['<b>Acme</b>', '<b>', '[<b>]Acme</b>'],
    ['Acme', '', 'Acme'],
    ['Acme', 'x', 'Acme'],
  ])('of %j for %j is %j', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected)
  })

  it('never changes the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
        const parts = markMatches(text, splitSearchWords(query))
        expect(parts.map((part) => part.text).join('')).toBe(text)
      }),
    )
  })
})

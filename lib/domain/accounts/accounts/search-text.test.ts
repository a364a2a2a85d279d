import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markMatches, splitSearchWords, toSearchText } from '#lib/domain/accounts/accounts/search-text.ts'
import { expandForSearch, foldForSearch } from '#lib/kernel/fold-text.ts'

function marked(text: string, query: string): string {
  const parts = markMatches(text, splitSearchWords(query))
  return parts.map((part) => (part.marked ? `[${part.text}]` : part.text)).join('')
}

describe('the search text', () => {
  it.each([
    ['Müller & Söhne', 'muller & sohne'],
    ['MU\u0308LLER', 'muller'],
    ['İstanbul', 'istanbul'],
    ['ﬁne', 'fine'],
    ['Ｆｕｌｌ', 'full'],
    ['Łódź Żabka', 'lodz zabka'],
    ['Công ty Đặng', 'cong ty dang'],
    ['Đorđe Petrović', 'dorde petrovic'],
    ['Þórður Guðmundsson', 'thordur gudmundsson'],
    ['Ħal Għaxaq', 'hal ghaxaq'],
    ['Ŧeaŧŧer', 'teatter'],
    ['Kadıköy IĞDIR', 'kadikoy igdir'],
    ['Ŋuŋŋ', 'nunn'],
    ['Əliyev', 'eliyev'],
    ['Ƙasa Ɓauchi Ɗan', 'kasa bauchi dan'],
    ['ΟΔΟΣ Οδός', 'οδοσ οδοσ'],
    ['علی\u200cرضا', 'علیرضا'],
  ])('%j is folded to %j', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded)
  })

  it.each([
    ['Müller', 'muller', 'mueller'],
    ['MU\u0308LLER', 'muller', 'mueller'],
    ['Straße', 'strasse', 'strasse'],
    ['STRAẞE', 'strasse', 'strasse'],
    ['Ängström', 'angstrom', 'aengstroem'],
    ['Ørsted', 'orsted', 'oersted'],
    ['Århus', 'arhus', 'aarhus'],
    ['Æther', 'aether', 'aether'],
    ['Œuvre', 'oeuvre', 'oeuvre'],
    ['Zoë', 'zoe', 'zoe'],
  ])('%j is folded to %j and expanded to %j', (text, folded, expanded) => {
    expect([foldForSearch(text), expandForSearch(text)]).toEqual([folded, expanded])
  })

  it('is the folded name and the folded ID on separate lines', () => {
    expect(toSearchText({ id: 'ACME-1', name: 'Acme  GmbH' })).toBe('acme gmbh\nacme-1')
  })

  it('has the expanded name on a third line if it differs', () => {
    expect(toSearchText({ id: 'm-1', name: 'Müller  Straße' })).toBe('muller strasse\nm-1\nmueller strasse')
    expect(toSearchText({ id: 's-1', name: 'Straße' })).toBe('strasse\ns-1')
  })

  it('splits a query into at most eight words of 120 characters in total', () => {
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
    ['Müller Bakery', 'mueller', '[Müller] Bakery'],
    ['Mu\u0308ller', 'muel', '[Mu\u0308l]ler'],
    ['Bäckerei Groß', 'gross baecker', '[Bäcker]ei [Groß]'],
    ['Bäckerei Groß', 's', 'Bäckerei Gro[ß]'],
    ['Århus Østerport', 'aarh oest', '[Årh]us [Øst]erport'],
    ['Æther Mueller', 'aether müller', '[Æther] Mueller'],
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

it.each([
  ['Müller & Müller', 'muller', [2], 'Mü{l}ler & Mü{l}ler'],
  ['Müller', 'mueller', [2], 'M{ü}ller'],
  ['Müller', 'mueller', [1], 'M{ü}ller'],
  ['Straße', 'strasse', [5, 6], 'Stra{ße}'],
  ['Aaron', 'aaron', [], 'Aaron'],
])('the letters of %s that were not typed are told from the others', (text, word, places, expected) => {
  const parts = markMatches(text, [word], new Map([[word, new Set(places)]]))
  const shown = parts.map((part) => (part.added ? `{${part.text}}` : part.text)).join('')
  expect(shown).toBe(expected)
})

import { describe, expect, it } from 'vitest'
import { initials } from './monogram.tsx'

describe('initials', () => {
  it.each([
    ['Frances Oldham', 'FO'],
    ['Émile de la Tour', 'ÉT'],
    ['Nordwind', 'N'],
    ['„Kaffee & Kuchen“ GmbH', 'KG'],
    ['3 Brüder', '3B'],
    ['e\u0301clair', 'É'],
    ['渡辺 さくら', '渡さ'],
    ['🦊', ''],
    ['', ''],
  ])('of %s are %s', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })
})

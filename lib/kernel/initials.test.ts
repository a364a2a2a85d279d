import { describe, expect, it } from 'vitest'
import { accountInitials, initials } from '#lib/kernel/initials.ts'

describe('the letters of an account', () => {
  it.each([
    ['Acme Bakery', 'AB'],
    ['Acme Bakery Ltd', 'AB'],
    ['Acme Bakery, Inc.', 'AB'],
    ['Boulangerie Martin SARL', 'BM'],
    ['Müller & Söhne GmbH & Co. KG', 'MS'],
    ['Café Zürich AG', 'CZ'],
    ['Pasta Nuova S.p.A.', 'PN'],
    ['Nordwind B.V.', 'NO'],
    ['Contoso LLC', 'CO'],
    ['Imprenta de Puebla S. de R.L.', 'IP'],
    ['Imprenta de Puebla, S.A. de C.V.', 'IP'],
    ['Muebles Ríos S. de R.L. de C.V.', 'MR'],
    ['Pirard & Fils SC', 'PF'],
    ['Conservas del Norte S. Coop.', 'CN'],
    ['Gebrüder Lüthi Metallbau Genossenschaft', 'GM'],
    ['„Kaffee & Kuchen“ GmbH', 'KK'],
    ['AG Insurance', 'AI'],
    ['SA', 'SA'],
    ['X', 'X'],
    ['渡辺 さくら', '渡さ'],
    ['🦊', ''],
    ['', ''],
  ])('%s are %s', (name, letters) => {
    expect(accountInitials(name)).toBe(letters)
  })
})

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

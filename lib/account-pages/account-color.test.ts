import { describe, expect, it } from 'vitest'
import { accountColor, accountColors, accountIcon, accountLetter } from '#lib/account-pages/account-color.ts'

describe('account colors', () => {
  it.each(accountColors)('%s carries white text (WCAG 2.2, 1.4.3)', (colour) => {
    expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThan(6)
  })

  it('stay the same for an account', () => {
    expect(['A-100', 'A-101', 'contoso'].map(accountColor)).toEqual(['#9e2c2c', '#6337af', '#7f2b85'])
  })

  it('are all in use, about equally', () => {
    const count = new Map<string, number>()
    for (let i = 0; i < 12_000; i++) {
      const colour = accountColor(`A-${i}`)
      count.set(colour, (count.get(colour) ?? 0) + 1)
    }
    expect(count.size).toBe(accountColors.length)
    expect(Math.min(...count.values())).toBeGreaterThan(850)
  })
})

describe('the icon of an account', () => {
  it('shows the first letter of the name', () => {
    expect(['Contoso', '  „élan“', '42 Ltd', '***', ''].map(accountLetter)).toEqual(['C', 'É', '4', '', ''])
    expect(decodeURIComponent(accountIcon('A-100', 'Contoso'))).toContain('fill="#fff">C</text>')
  })
})

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

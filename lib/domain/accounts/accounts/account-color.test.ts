import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accountColor, accountColorNumber, accountColors } from '#lib/domain/accounts/accounts/account-color.ts'

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

it('is in the stylesheet under its number', () => {
  const css = readFileSync(new URL('../../../../public/latchkey.css', import.meta.url), 'utf8')
  const colors = [...css.matchAll(/\[data-account-color="(\d+)"\] \{\s+--account: (#\w+);/g)]
  expect(colors.map(([, number, color]) => [Number(number), color])).toEqual(
    accountColors.map((color, index) => [index + 1, color]),
  )
  expect(accountColors[accountColorNumber('A-100') - 1]).toBe(accountColor('A-100'))
})

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

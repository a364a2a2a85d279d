import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, fromOklab, type LinearRgb } from '#lib/kernel/color.ts'

const css = readFileSync(new URL('../../public/latchkey.css', import.meta.url), 'utf8')
const plain = ['page', 'surface', 'sunken', 'raised', 'hover']
const surfaces = [...plain, 'tint', 'brass-surface', 'warning-surface', 'danger-surface', 'success-surface']
const texts = ['ink', 'ink-muted', 'brass-text', 'warning-text', 'danger-text', 'success-text']
const marks = ['border', 'brass-strong']

// WCAG 2.2, 1.4.3 (text 4.5 : 1) and 1.4.11 (controls and focus 3 : 1).
describe.each(['light', 'dark'] as const)('the colors of the %s theme', (theme) => {
  it.each(texts)('%s can be read on every surface', (text) => {
    expect(belowContrast(theme, text, surfaces, 4.5)).toEqual([])
  })

  it('ink-faint can be read on every plain surface', () => {
    expect(belowContrast(theme, 'ink-faint', plain, 4.5)).toEqual([])
  })

  it.each(marks)('%s is seen on every surface', (mark) => {
    expect(belowContrast(theme, mark, surfaces, 3)).toEqual([])
  })

  it('what is written on buttons can be read, also while the pointer is on them', () => {
    expect(belowContrast(theme, 'on-ink', ['ink', 'ink-hover'], 4.5)).toEqual([])
    expect(belowContrast(theme, 'on-danger', ['danger', 'danger-hover'], 4.5)).toEqual([])
  })
})

/** The backgrounds on which a color has too little contrast, with the ratio. */
function belowContrast(theme: 'light' | 'dark', name: string, grounds: readonly string[], least: number): string[] {
  return grounds
    .map((ground) => ({ ground, ratio: contrast(readToken(name, theme), readToken(ground, theme)) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ ground, ratio }) => `${name} on ${ground}: ${ratio.toFixed(2)}`)
}

function readToken(name: string, theme: 'light' | 'dark'): LinearRgb {
  const value = new RegExp(`--${name}: (.+);`).exec(css)?.[1] ?? ''
  const colors = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)]
  const [, lightness, chroma, hue] = colors.at(theme === 'light' ? 0 : -1) ?? []
  if (lightness === undefined) throw new Error(`No color --${name} in latchkey.css`)
  const angle = (Number(hue) * Math.PI) / 180
  return fromOklab([Number(lightness), Number(chroma) * Math.cos(angle), Number(chroma) * Math.sin(angle)])
}

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Oklch = readonly [lightness: number, chroma: number, hue: number]

const css = readFileSync(new URL('../../public/latchkey.css', import.meta.url), 'utf8')
const surfaces = ['paper', 'surface', 'sunken', 'tint', 'hover', 'brass-surface', 'danger-surface', 'success-surface']
const texts = ['ink', 'ink-muted', 'brass-text', 'danger-text', 'success-text']
const marks = ['border', 'brass-strong']

// WCAG 2.2, 1.4.3 (text 4.5 : 1) and 1.4.11 (controls and focus 3 : 1).
describe.each(['light', 'dark'] as const)('the colors of the %s theme', (theme) => {
  it.each(texts)('%s can be read on every surface', (text) => {
    expect(belowContrast(theme, text, surfaces, 4.5)).toEqual([])
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

function readToken(name: string, theme: 'light' | 'dark'): Oklch {
  const value = new RegExp(`--${name}: (.+);`).exec(css)?.[1] ?? ''
  const colors = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)]
  const [, lightness, chroma, hue] = colors.at(theme === 'light' ? 0 : -1) ?? []
  if (lightness === undefined) throw new Error(`No color --${name} in latchkey.css`)
  return [Number(lightness), Number(chroma), Number(hue)]
}

function contrast(one: Oklch, other: Oklch): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance from linear sRGB (CSS Color 4, conversion from Oklab). */
function luminance([lightness, chroma, hue]: Oklch): number {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

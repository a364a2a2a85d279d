import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accentShades, accentStylesheet } from '#lib/domain/organization/organization/accent.ts'
import { contrast, fromHex, fromOklab, toHex, toOklab } from '#lib/kernel/color.ts'

const css = readFileSync('public/latchkey.css', 'utf8')
const surfaces = [
  'page',
  'surface',
  'sunken',
  'raised',
  'hover',
  'tint',
  'brass-surface',
  'warning-surface',
  'danger-surface',
  'success-surface',
]
const colors = [
  '#ffffff',
  '#000000',
  '#808080',
  '#ffff00',
  '#00ff00',
  '#0000ff',
  '#ff0000',
  '#00ffff',
  '#ff00ff',
  '#0a5fb4',
  '#c8102e',
  '#ffd200',
  '#1d1916',
  '#7fdbff',
]

function surface(name: string, theme: 'light' | 'dark') {
  const value = new RegExp(`--${name}: (.+);`).exec(css)?.[1] ?? ''
  const [, lightness, chroma, hue] =
    [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].at(theme === 'light' ? 0 : -1) ?? []
  const angle = (Number(hue) * Math.PI) / 180
  return fromOklab([Number(lightness), Number(chroma) * Math.cos(angle), Number(chroma) * Math.sin(angle)])
}

describe('accentShades', () => {
  it.each(colors)('%s is seen on every surface of both themes', (color) => {
    const shades = accentShades(color)
    for (const theme of ['light', 'dark'] as const) {
      const low = surfaces.filter((name) => contrast(fromHex(shades[theme]), surface(name, theme)) < 3)
      expect(low, `${shades[theme]} in the ${theme} theme`).toEqual([])
    }
  })

  it('keeps a color that contrasts in both themes', () => {
    expect(accentShades('#d05010')).toEqual({ light: '#d05010', dark: '#d05010' })
  })

  it('changes a color only where it must, and only its lightness', () => {
    expect(accentShades('#0000ff').light).toBe('#0000ff')
    expect(accentShades('#ffd200').dark).toBe('#ffd200')
    const hue = (color: string) => {
      const [, a, b] = toOklab(fromHex(color))
      return Math.atan2(b, a)
    }
    expect(hue(accentShades('#ffd200').light)).toBeCloseTo(hue('#ffd200'), 0)
    expect(hue(accentShades('#1d3557').dark)).toBeCloseTo(hue('#1d3557'), 1)
  })

  it('is in the stylesheet, and nothing else', () => {
    expect(accentStylesheet('#d05010')).toBe(':root{--accent:light-dark(#d05010,#d05010);--accent-line:3px}\n')
  })
})

describe('colors', () => {
  it('survive the way to Oklab and back', () => {
    for (const color of colors) expect(toHex(fromOklab(toOklab(fromHex(color))))).toBe(color)
  })

  it('contrast as WCAG defines it', () => {
    expect(contrast(fromHex('#ffffff'), fromHex('#000000'))).toBeCloseTo(21)
    expect(contrast(fromHex('#777777'), fromHex('#ffffff'))).toBeCloseTo(4.48)
  })
})

import { describe, expect, it } from 'vitest'
import { negotiateLocale } from '#lib/i18n/negotiate-locale.ts'

describe('negotiateLocale', () => {
  it('takes the most wanted language that we speak, with its region', () => {
    expect(negotiateLocale('pt-BR, de-AT;q=0.9, en;q=0.8')).toBe('de-at')
    expect(negotiateLocale('en;q=0.1, nl-BE;q=0.7')).toBe('nl-be')
  })

  it('falls back on English', () => {
    expect(negotiateLocale(null)).toBe('en')
    expect(negotiateLocale('pt, ja;q=0.5, *;q=0.1')).toBe('en')
  })

  it('prefers the chosen language and keeps the region the browser gives for it', () => {
    expect(negotiateLocale('en-GB, fr-CH;q=0.5', 'fr')).toBe('fr-ch')
    expect(negotiateLocale('en-GB', 'fr')).toBe('fr')
  })

  it('leaves out what is refused or malformed', () => {
    expect(negotiateLocale('de;q=0, it;q=x, ../../etc, fr')).toBe('fr')
    expect(negotiateLocale(`${'x,'.repeat(10_000)}de`)).toBe('en')
  })
})

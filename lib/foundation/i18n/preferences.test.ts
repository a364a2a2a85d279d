import { describe, expect, it } from 'vitest'
import { negotiateLocale, readPreferences } from '#lib/foundation/i18n/preferences.ts'

function read(cookies: Readonly<Record<string, string>>, acceptLanguage: string | null = null) {
  return readPreferences((name) => cookies[name], acceptLanguage)
}

describe('the preferences of a request', () => {
  it('has defaults for a request without cookies and headers', () => {
    expect(read({})).toEqual({
      locale: 'en',
      language: 'en',
      timeZone: 'UTC',
      theme: 'system',
      shortcuts: 'on',
      openIn: 'this-tab',
    })
  })

  it("uses the cookies, and the browser's locale without them", () => {
    const cookies = {
      'latchkey-language': 'fr',
      'latchkey-time-zone': 'Europe/Vienna',
      'latchkey-theme': 'dark',
      'latchkey-shortcuts': 'off',
      'latchkey-open-in': 'new-tab',
    }
    expect(read(cookies, 'de-AT, fr-CH;q=0.5')).toEqual({
      locale: 'fr-ch',
      language: 'fr',
      timeZone: 'Europe/Vienna',
      theme: 'dark',
      shortcuts: 'off',
      openIn: 'new-tab',
    })
  })

  it('ignores invalid cookies', () => {
    const cookies = { 'latchkey-language': '../..', 'latchkey-time-zone': 'Moon/"><b>', 'latchkey-theme': '<b>' }
    expect(read(cookies, 'de-AT')).toEqual({
      locale: 'de-at',
      language: 'de',
      timeZone: 'UTC',
      theme: 'system',
      shortcuts: 'on',
      openIn: 'this-tab',
    })
  })
})

describe('the locale of a request', () => {
  it('picks the supported language with the highest quality, with its region', () => {
    expect(negotiateLocale('pt-BR, de-AT;q=0.9, en;q=0.8')).toBe('de-at')
    expect(negotiateLocale('en;q=0.1, nl-BE;q=0.7')).toBe('nl-be')
  })

  it('falls back to English', () => {
    expect(negotiateLocale(null)).toBe('en')
    expect(negotiateLocale('pt, ja;q=0.5, *;q=0.1')).toBe('en')
  })

  it("prefers the chosen language and keeps the browser's region for it", () => {
    expect(negotiateLocale('en-GB, fr-CH;q=0.5', 'fr')).toBe('fr-ch')
    expect(negotiateLocale('en-GB', 'fr')).toBe('fr')
  })

  it('ignores refused and malformed locales', () => {
    expect(negotiateLocale('de;q=0, it;q=x, ../../etc, fr')).toBe('fr')
    expect(negotiateLocale(`${'x,'.repeat(10_000)}de`)).toBe('en')
  })
})

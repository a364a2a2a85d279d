import { describe, expect, it } from 'vitest'
import { readPreferences } from '#lib/i18n/preferences.ts'

function read(cookies: Readonly<Record<string, string>>, acceptLanguage: string | null = null) {
  return readPreferences((name) => cookies[name], acceptLanguage)
}

describe('readPreferences', () => {
  it('has an answer for a browser that says nothing', () => {
    expect(read({})).toEqual({ locale: 'en', language: 'en', timeZone: 'UTC', theme: 'system', shortcuts: 'on' })
  })

  it('follows what was chosen, and the browser in the rest', () => {
    const cookies = {
      'latchkey-language': 'fr',
      'latchkey-time-zone': 'Europe/Vienna',
      'latchkey-theme': 'dark',
      'latchkey-shortcuts': 'off',
    }
    expect(read(cookies, 'de-AT, fr-CH;q=0.5')).toEqual({
      locale: 'fr-ch',
      language: 'fr',
      timeZone: 'Europe/Vienna',
      theme: 'dark',
      shortcuts: 'off',
    })
  })

  it('takes no nonsense', () => {
    const cookies = { 'latchkey-language': '../..', 'latchkey-time-zone': 'Moon/"><b>', 'latchkey-theme': '<b>' }
    expect(read(cookies, 'de-AT')).toEqual({
      locale: 'de-at',
      language: 'de',
      timeZone: 'UTC',
      theme: 'system',
      shortcuts: 'on',
    })
  })
})

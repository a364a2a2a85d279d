import { describe, expect, it } from 'vitest'
import { languages, pickLanguage, toLanguageTag } from '#lib/foundation/i18n/languages.ts'
import { formatterFor, translatorFor } from '#lib/foundation/i18n/translator.ts'

const instant = Date.UTC(2026, 2, 9, 16, 5)

describe('the language of a locale', () => {
  it.each([
    ['de-at', 'de'],
    ['de', 'de'],
    ['FR-CA', 'fr'],
    ['pt-br', 'en'],
    ['zz-999', 'en'],
    ['', 'en'],
  ])('shows %s in %s', (locale, language) => {
    expect(pickLanguage(locale)).toBe(language)
  })
})

describe('the language tag of a locale', () => {
  it.each([
    ['de-at', 'de-AT'],
    ['nl', 'nl'],
    ['es-419', 'es-419'],
    ['en-us', 'en-US'],
    ['ja-jp', 'en-JP'],
    ['pt-br', 'en-001'],
    ['zz-999', 'en-001'],
    ['en-zz', 'en-001'],
    ['../..', 'en'],
    ['de-<b>', 'de'],
    ['', 'en'],
  ])('calls %s %s', (locale, tag) => {
    expect(toLanguageTag(locale)).toBe(tag)
  })
})

describe('a formatter', () => {
  it.each([
    ['en-us', 'Mar 9, 2026, 4:05 PM', '1,234,567.5'],
    ['en-gb', '9 Mar 2026, 16:05', '1,234,567.5'],
    ['de-de', '09.03.2026, 16:05', '1.234.567,5'],
    ['de-at', '09.03.2026, 16:05', '1 234 567,5'],
    ['fr-fr', '9 mars 2026, 16:05', '1 234 567,5'],
    ['fr-ca', '9 mars 2026, 16 h 05', '1 234 567,5'],
    ['es-es', '9 mar 2026, 16:05', '1.234.567,5'],
    ['it-it', '9 mar 2026, 16:05', '1.234.567,5'],
    ['nl-nl', '9 mrt 2026, 16:05', '1.234.567,5'],
    ['zz-999', '9 Mar 2026, 4:05 pm', '1,234,567.5'],
  ])('writes dates and numbers as in %s', (locale, date, number) => {
    const format = formatterFor(locale, 'UTC')
    expect(plainSpaces(format.dateTime(instant, { dateStyle: 'medium', timeStyle: 'short' }))).toBe(date)
    expect(plainSpaces(format.number(1_234_567.5))).toBe(number)
  })

  it('formats instants in the time zone', () => {
    const written = ['UTC', 'Europe/Vienna', 'America/New_York'].map((zone) =>
      formatterFor('de-at', zone).dateTime(instant, { timeStyle: 'short' }),
    )
    expect(written).toEqual(['16:05', '17:05', '12:05'])
  })
})

describe('a translator', () => {
  it.each([
    ['de-at', 'Beenden und zurück'],
    ['fr-ch', 'Terminer et revenir'],
    ['zz-999', 'End and return'],
  ])('speaks the language of %s', (locale, words) => {
    expect(translatorFor(locale, 'account')('bar.end')).toBe(words)
  })

  it('formats numbers inside messages for the region', () => {
    const pages = { page: 1_234, pages: 5_678 }
    expect(translatorFor('en-us', 'shell')('pages.pageOf', pages)).toBe('Page 1,234 of 5,678')
    expect(plainSpaces(translatorFor('en-za', 'shell')('pages.pageOf', pages))).toBe('Page 1 234 of 5 678')
  })

  it('never throws for any locale', () => {
    for (const locale of [...languages, 'zz-999', '', '-', 'x'.repeat(10_000), 'de-DE-1996', '__proto__']) {
      expect(translatorFor(locale, 'widgets')('copied')).not.toBe('')
      expect(formatterFor(locale, 'UTC').number(1)).toBe('1')
    }
  })
})

/** Intl separates with several kinds of space; which one is a matter of its version. */
function plainSpaces(text: string): string {
  return text.replace(/\s/g, ' ')
}

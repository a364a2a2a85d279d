import { _createCache, _createIntlFormatters, createFormatter, createTranslator } from 'use-intl/core'
import { catalogs, type Messages } from '#lib/i18n/catalogs.ts'
import { pickLanguage, toLanguageTag } from '#lib/i18n/languages.ts'
import { remember } from '#lib/i18n/remember.ts'

export type Namespace = keyof Messages

/** All messages of the language that this locale is shown in. */
export function messagesFor(locale: string): Messages {
  // `Translation` proves the keys; only the literal texts differ.
  return catalogs[pickLanguage(locale)] as Messages
}

/** Messages of one namespace in the locale's language; numbers and dates inside them by its region, in UTC. */
export function translatorFor<N extends Namespace>(locale: string, namespace: N) {
  return createTranslator<Messages, N>({ ...toolsFor(`${locale} UTC`), messages: messagesFor(locale), namespace })
}

/** Numbers, dates and relative times by the locale's region. `timeZone` is a name that `Intl` knows. */
export function formatterFor(locale: string, timeZone: string) {
  return createFormatter(toolsFor(`${locale} ${timeZone}`))
}

/** What is costly to make, and shared by all texts of a locale and time zone: parsed messages and Intl's objects. */
const toolsFor = remember((localeAndZone) => {
  const [locale = '', timeZone = 'UTC'] = localeAndZone.split(' ')
  const cache = _createCache()
  return { locale: toLanguageTag(locale), timeZone, _cache: cache, _formatters: _createIntlFormatters(cache) }
}, 256)

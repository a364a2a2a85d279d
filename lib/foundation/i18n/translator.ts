import { _createCache, _createIntlFormatters, createFormatter, createTranslator } from 'use-intl/core'
import { catalogs, type Messages } from '#lib/foundation/i18n/catalogs.ts'
import { pickLanguage, toLanguageTag } from '#lib/foundation/i18n/languages.ts'
import { remember } from '#lib/foundation/i18n/remember.ts'

export type Namespace = keyof Messages

/** All messages in the locale's language. */
export function messagesFor(locale: string): Messages {
  // `Translation` proves the keys; only the literal texts differ.
  return catalogs[pickLanguage(locale)] as Messages
}

/** Messages of one namespace in the locale's language, with numbers and dates of its region in UTC. */
export function translatorFor<N extends Namespace>(locale: string, namespace: N) {
  return createTranslator<Messages, N>({ ...toolsFor(`${locale} UTC`), messages: messagesFor(locale), namespace })
}

/** Formats numbers, dates and relative times for the locale's region. `timeZone` is a name that `Intl` knows. */
export function formatterFor(locale: string, timeZone: string) {
  return createFormatter(toolsFor(`${locale} ${timeZone}`))
}

/** Caches parsed messages and `Intl` objects, which are expensive to create. */
const toolsFor = remember((localeAndZone) => {
  const [locale = '', timeZone = 'UTC'] = localeAndZone.split(' ')
  const cache = _createCache()
  return { locale: toLanguageTag(locale), timeZone, _cache: cache, _formatters: _createIntlFormatters(cache) }
}, 256)

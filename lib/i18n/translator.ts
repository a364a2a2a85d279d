import { _createCache, _createIntlFormatters, createFormatter, createTranslator } from 'use-intl/core'
import { type Language, pickLanguage, toLanguageTag } from '#lib/i18n/languages.ts'
import { messages as de } from '#lib/i18n/messages/de/all.ts'
import { messages as en } from '#lib/i18n/messages/en/all.ts'
import { messages as es } from '#lib/i18n/messages/es/all.ts'
import { messages as fr } from '#lib/i18n/messages/fr/all.ts'
import { messages as it } from '#lib/i18n/messages/it/all.ts'
import { messages as nl } from '#lib/i18n/messages/nl/all.ts'
import { remember } from '#lib/i18n/remember.ts'

export type Messages = typeof en
export type Namespace = keyof Messages

const messagesByLanguage = { en, de, fr, es, it, nl } satisfies Record<Language, unknown>

/** All messages of the language that this locale is shown in. */
export function messagesFor(locale: string): Messages {
  // Same keys in every language (`Translation`); only the literal texts differ.
  return messagesByLanguage[pickLanguage(locale)] as Messages
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

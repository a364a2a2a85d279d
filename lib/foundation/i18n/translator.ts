import { createFormatter, createTranslator } from 'use-intl/core'
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
  // The function that this namespace made.
  return translators(locale)(namespace) as ReturnType<typeof createTranslator<Messages, N>>
}

/** Formats numbers, dates and relative times for the locale's region. `timeZone` is a name that `Intl` knows. */
export function formatterFor(locale: string, timeZone: string) {
  return formatters(`${locale} ${timeZone}`)
}

// Each keeps parsed messages and `Intl` objects, which are expensive to create.
const translators = remember((locale) => {
  const setup = { locale: toLanguageTag(locale), timeZone: 'UTC', messages: messagesFor(locale) }
  const ofNamespaces = new Map<Namespace, unknown>()
  return (namespace: Namespace) => {
    const made = ofNamespaces.get(namespace) ?? createTranslator<Messages, Namespace>({ ...setup, namespace })
    ofNamespaces.set(namespace, made)
    return made
  }
}, 256)

const formatters = remember((localeAndZone) => {
  const [locale = '', timeZone = 'UTC'] = localeAndZone.split(' ')
  return createFormatter({ locale: toLanguageTag(locale), timeZone })
}, 256)

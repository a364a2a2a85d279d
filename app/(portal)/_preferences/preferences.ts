import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { type Preferences, readPreferences as readPreferencesOf } from '#lib/i18n/preferences.ts'
import { formatterFor, type Namespace, translatorFor } from '#lib/i18n/translator.ts'

export {
  languageCookie,
  shortcutChoices,
  shortcutsCookie,
  themeCookie,
  themes,
  timeZoneCookie,
} from '#lib/i18n/preferences.ts'

/** How this reader wants to be shown pages: from cookies and `Accept-Language`, read once per request. */
export const readPreferences = cache(async (): Promise<Preferences> => {
  const [jar, requestHeaders] = await Promise.all([cookies(), headers()])
  return readPreferencesOf((name) => jar.get(name)?.value, requestHeaders.get('accept-language'))
})

/** Messages of one namespace in the reader's language, for server components. */
export async function portalTranslator<N extends Namespace>(namespace: N) {
  return translatorFor((await readPreferences()).locale, namespace)
}

/** Numbers, dates and relative times as the reader writes them, in the reader's time zone. */
export async function portalFormatter() {
  const { locale, timeZone } = await readPreferences()
  return formatterFor(locale, timeZone)
}

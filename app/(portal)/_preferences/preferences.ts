import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { type Language, languages, pickLanguage } from '#lib/i18n/languages.ts'
import { negotiateLocale } from '#lib/i18n/negotiate-locale.ts'
import { formatterFor, type Namespace, translatorFor } from '#lib/i18n/translator.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeCookie = 'latchkey-theme'
export const languageCookie = 'latchkey-language'
export const timeZoneCookie = 'latchkey-time-zone'

export type Preferences = Readonly<{
  /** Language and, where the browser gives one, region: `de-at`. */
  locale: string
  language: Language
  /** A name of the tz database; UTC until the browser has told. */
  timeZone: string
  theme: Theme
}>

/** How this reader wants to be shown pages: from cookies and `Accept-Language`, read once per request. */
export const readPreferences = cache(async (): Promise<Preferences> => {
  const [jar, requestHeaders] = await Promise.all([cookies(), headers()])
  const chosen = languages.find((language) => language === jar.get(languageCookie)?.value)
  const locale = negotiateLocale(requestHeaders.get('accept-language'), chosen)
  return {
    locale,
    language: pickLanguage(locale),
    timeZone: readTimeZone(jar.get(timeZoneCookie)?.value),
    theme: themes.find((theme) => theme === jar.get(themeCookie)?.value) ?? 'system',
  }
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

function readTimeZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name ?? 'UTC' }).resolvedOptions().timeZone
  } catch {
    // The cookie is the browser's word; a zone that this runtime does not know is as good as none.
    return 'UTC'
  }
}

import { type Language, languages, pickLanguage } from '#lib/i18n/languages.ts'
import { negotiateLocale } from '#lib/i18n/negotiate-locale.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Of a single character, such as `/` and `p`: assistive technology may send them unintended (WCAG 2.1.4). */
export const shortcutChoices = ['on', 'off'] as const
export type ShortcutChoice = (typeof shortcutChoices)[number]

export const themeCookie = 'latchkey-theme'
export const shortcutsCookie = 'latchkey-shortcuts'
export const languageCookie = 'latchkey-language'
export const timeZoneCookie = 'latchkey-time-zone'

/** How a reader wants to be shown pages. */
export type Preferences = Readonly<{
  /** Language and, where the browser gives one, region: `de-at`. */
  locale: string
  language: Language
  /** A name of the tz database; UTC until the browser has told. */
  timeZone: string
  theme: Theme
  shortcuts: ShortcutChoice
}>

/** From cookies, which anyone may have set to anything, and `Accept-Language`. */
export function readPreferences(
  readCookie: (name: string) => string | undefined,
  acceptLanguage: string | null,
): Preferences {
  const chosen = languages.find((language) => language === readCookie(languageCookie))
  const locale = negotiateLocale(acceptLanguage, chosen)
  return {
    locale,
    language: pickLanguage(locale),
    timeZone: readTimeZone(readCookie(timeZoneCookie)),
    theme: themes.find((theme) => theme === readCookie(themeCookie)) ?? 'system',
    shortcuts: readCookie(shortcutsCookie) === 'off' ? 'off' : 'on',
  }
}

function readTimeZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name ?? 'UTC' }).resolvedOptions().timeZone
  } catch {
    // The cookie is the browser's word; a zone that this runtime does not know is as good as none.
    return 'UTC'
  }
}

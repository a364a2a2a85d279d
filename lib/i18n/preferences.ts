import { type Language, languages, pickLanguage } from '#lib/i18n/languages.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Single-character shortcuts, such as `/` and `p`, which assistive technology may send unintentionally (WCAG 2.1.4). */
export const shortcutChoices = ['on', 'off'] as const
export type ShortcutChoice = (typeof shortcutChoices)[number]

export const themeCookie = 'latchkey-theme'
export const shortcutsCookie = 'latchkey-shortcuts'
export const languageCookie = 'latchkey-language'
export const timeZoneCookie = 'latchkey-time-zone'

/** How pages are shown to a user. */
export type Preferences = Readonly<{
  /** Language, and region if the browser sends one: `de-at`. */
  locale: string
  language: Language
  /** A name of the tz database; UTC until the browser sets its cookie. */
  timeZone: string
  theme: Theme
  shortcuts: ShortcutChoice
}>

/** Reads untrusted cookies and `Accept-Language`. */
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
    // The cookie names a zone that this runtime doesn't know.
    return 'UTC'
  }
}

const localeForm = /^[a-z]{2,3}(?:-(?:[a-z]{2}|[0-9]{3}))?$/

/**
 * The user's locale: the first entry of `Accept-Language` (RFC 9110 §12.5.4) in the chosen language, or in any language of
 * the interface. Keeps the region, which determines dates and numbers: `de-AT, en;q=0.8` → `de-at`.
 */
export function negotiateLocale(acceptLanguage: string | null, chosen?: Language): string {
  const wanted: readonly string[] = chosen ? [chosen] : languages
  const accepted = readAcceptLanguage(acceptLanguage ?? '')
  return accepted.find((locale) => wanted.includes(locale.split('-')[0] ?? '')) ?? pickLanguage(chosen ?? '')
}

/** The locales of the header by quality. Skips entries without the form language[-region]. */
function readAcceptLanguage(header: string): string[] {
  return header
    .toLowerCase()
    .split(',', 32)
    .map((entry) => {
      const [locale = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { locale, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ locale, quality }) => localeForm.test(locale) && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ locale }) => locale)
}

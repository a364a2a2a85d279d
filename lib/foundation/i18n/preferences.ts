import { type Language, languages, pickLanguage } from '#lib/foundation/i18n/languages.ts'
import { parseQualities } from '#lib/kernel/accept-header.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/**
 * Single-character shortcuts, such as `/` and `p`, which assistive technology may send unintentionally (WCAG 2.1.4).
 */
export const shortcutChoices = ['on', 'off'] as const
export type ShortcutChoice = (typeof shortcutChoices)[number]

/** Where the launcher opens accounts. */
export const openPlaces = ['this-tab', 'new-tab'] as const
export type OpenPlace = (typeof openPlaces)[number]

export const themeCookie = 'latchkey-theme'
export const shortcutsCookie = 'latchkey-shortcuts'
export const openInCookie = 'latchkey-open-in'
export const languageCookie = 'latchkey-language'
/** The browser's time zone, set by a script. */
export const timeZoneCookie = 'latchkey-time-zone'
/** The time zone that the user chose in their profile. */
export const ownTimeZoneCookie = 'latchkey-own-time-zone'

/** How pages are shown to a user. */
export type Preferences = Readonly<{
  /** Language, and region if the browser sends one: `de-at`. */
  locale: string
  language: Language
  /** A name of the tz database; UTC until the browser sets its cookie. */
  timeZone: string
  theme: Theme
  shortcuts: ShortcutChoice
  openIn: OpenPlace
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
    timeZone: readTimeZone(readCookie(ownTimeZoneCookie)) ?? readTimeZone(readCookie(timeZoneCookie)) ?? 'UTC',
    theme: themes.find((theme) => theme === readCookie(themeCookie)) ?? 'system',
    shortcuts: readCookie(shortcutsCookie) === 'off' ? 'off' : 'on',
    openIn: readCookie(openInCookie) === 'new-tab' ? 'new-tab' : 'this-tab',
  }
}

/** Undefined for a zone that this runtime doesn't know. */
function readTimeZone(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Whether this runtime knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  return readTimeZone(name) !== undefined
}

const localeForm = /^[a-z]{2,3}(?:-(?:[a-z]{2}|[0-9]{3}))?$/

/**
 * The user's locale: the first entry of `Accept-Language` (RFC 9110 §12.5.4) in the chosen language, or in any language
 * of the interface. Keeps the region, which determines dates and numbers: `de-AT, en;q=0.8` → `de-at`.
 */
export function negotiateLocale(acceptLanguage: string | null, chosen?: Language): string {
  const wanted: readonly string[] = chosen ? [chosen] : languages
  const accepted = [...parseQualities(acceptLanguage ?? '')].filter(
    ([locale, quality]) => quality > 0 && localeForm.test(locale) && wanted.includes(locale.split('-')[0] ?? ''),
  )
  const [best] = accepted.sort(([, one], [, other]) => other - one)
  return best?.[0] ?? pickLanguage(chosen ?? '')
}

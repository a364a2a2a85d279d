import { remember } from '#lib/foundation/i18n/remember.ts'

/** The languages of the interface. The first is the fallback. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const

export type Language = (typeof languages)[number]

/** Each language's name for itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
}

/** The interface language for a locale: `de-at` → `de`; `en` for an unsupported language. */
export function pickLanguage(locale: string): Language {
  const language = locale.toLowerCase().split('-')[0]
  return languages.find((spoken) => spoken === language) ?? languages[0]
}

/**
 * The tag for `Intl` and the `lang` attribute: `de-at` → `de-AT`. An unsupported language becomes the English of its
 * region, or international English for an unknown region: `ja-jp` → `en-JP`, `zz-999` → `en-001`. Never throws.
 */
export const toLanguageTag = remember((locale) => {
  const language = pickLanguage(locale)
  const region = locale.split('-')[1]?.toUpperCase() ?? ''
  if (!/^([A-Z]{2}|[0-9]{3})$/.test(region)) return language
  const tag = `${language}-${region}`
  const isKnown = new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag
  // `Intl` formats dates of an unknown English region as in the United States, month first, which misleads elsewhere.
  return language === 'en' && !isKnown ? 'en-001' : tag
}, 256)

import { remember } from '#lib/i18n/remember.ts'

/** The languages the product speaks; the first is the one to fall back on. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const

export type Language = (typeof languages)[number]

/** The language to show a locale in: `de-at` → `de`; one that we do not speak → `en`. */
export function pickLanguage(locale: string): Language {
  const language = locale.toLowerCase().split('-')[0]
  return languages.find((spoken) => spoken === language) ?? languages[0]
}

/**
 * The tag of what is shown, for `Intl` and the `lang` attribute: `de-at` → `de-AT`. A language that we do not speak
 * becomes the English of its region, or of the world where the region has none: `ja-jp` → `en-JP`, `zz-999` →
 * `en-001`. Never throws, whatever the locale.
 */
export const toLanguageTag = remember((locale) => {
  const language = pickLanguage(locale)
  const region = locale.split('-')[1]?.toUpperCase() ?? ''
  if (!/^([A-Z]{2}|[0-9]{3})$/.test(region)) return language
  const tag = `${language}-${region}`
  const isKnown = new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag
  // Unknown to Intl, English falls back on the United States' month before day: no reader elsewhere can tell.
  return language === 'en' && !isKnown ? 'en-001' : tag
}, 256)

/** The languages the product speaks; the first is the one to fall back on. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const

export type Language = (typeof languages)[number]

/** The language to show a locale in: `de-at` → `de`; one that we do not speak → `en`. */
export function pickLanguage(locale: string): Language {
  const language = locale.toLowerCase().split('-')[0]
  return languages.find((spoken) => spoken === language) ?? languages[0]
}

/** The tag as `Intl` and the `lang` attribute know it: `de-at` → `de-AT`. */
export function toLanguageTag(locale: string): string {
  const [language = 'en', region] = locale.toLowerCase().split('-')
  return region ? `${language}-${region.toUpperCase()}` : language
}

import { remember } from '#lib/foundation/i18n/remember.ts'

/** A locale in its own language, with its region: `de-at` → "Deutsch · AT". No line begins with the dot. */
export const describeLocale = remember((locale) => {
  const [language = '', region] = locale.split('-')
  const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }).of(language) ?? language
  const capitalized = capitalize(name, locale)
  return region ? `${capitalized}\u00a0· ${region.toUpperCase()}` : capitalized
}, 256)

/** For a language's name at the start of a line: within a sentence, many languages write it in lowercase. */
export function capitalize(name: string, locale: string): string {
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

import { type Language, languages, pickLanguage } from '#lib/i18n/languages.ts'

const localeForm = /^[a-z]{2,3}(?:-(?:[a-z]{2}|[0-9]{3}))?$/

/**
 * The locale for a reader: the first entry of `Accept-Language` (RFC 9110 §12.5.4) in a language that we speak, or in
 * the chosen one. The region is kept, since dates and numbers follow it: `de-AT, en;q=0.8` → `de-at`.
 */
export function negotiateLocale(acceptLanguage: string | null, chosen?: Language): string {
  const wanted: readonly string[] = chosen ? [chosen] : languages
  const accepted = readAcceptLanguage(acceptLanguage ?? '')
  return accepted.find((locale) => wanted.includes(locale.split('-')[0] ?? '')) ?? pickLanguage(chosen ?? '')
}

/** The locales of the header, most wanted first; what is not of the form language[-region] is left out. */
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

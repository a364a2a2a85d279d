import { readCookie } from '#lib/http/cookies.ts'
import { readPreferences } from '#lib/i18n/preferences.ts'

/** The locale of whoever reads the answer, where nothing else settles it: the language chosen, else the browser's. */
export function readerLocale(request: Request): string {
  return readPreferences((name) => readCookie(request, name), request.headers.get('accept-language')).locale
}

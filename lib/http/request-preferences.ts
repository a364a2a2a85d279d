import { readCookie } from '#lib/http/cookies.ts'
import { type Preferences, readPreferences } from '#lib/i18n/preferences.ts'

/** How whoever sent this request wants to be shown pages. */
export function requestPreferences(request: Request): Preferences {
  return readPreferences((name) => readCookie(request, name), request.headers.get('accept-language'))
}

// With its extension, Node.js finds it as well as the bundler.
import { cookies } from 'next/headers.js'
import type { OwnPreferences } from '#lib/domain/people/users/user.ts'
import { languages } from '#lib/foundation/i18n/languages.ts'
import {
  languageCookie,
  openInCookie,
  openPlaces,
  ownTimeZoneCookie,
  shortcutChoices,
  shortcutsCookie,
  themeCookie,
  themes,
} from '#lib/foundation/i18n/preferences.ts'
import { getServices } from '#lib/foundation/services.ts'

const choices = {
  theme: { cookie: themeCookie, values: themes },
  language: { cookie: languageCookie, values: languages },
  openIn: { cookie: openInCookie, values: openPlaces },
  shortcuts: { cookie: shortcutsCookie, values: shortcutChoices },
}

const yearSeconds = 365 * 24 * 60 * 60

/** Sets a cookie of the reader's preferences, or removes it for null. In Server Actions and route handlers. */
export async function setPreferenceCookie(name: string, value: string | null): Promise<void> {
  const { env } = await getServices()
  const jar = await cookies()
  // Not HttpOnly: `global-error.tsx` reads the language in the browser.
  const attributes = { path: '/', sameSite: 'lax', secure: env.baseUrl.startsWith('https:') } as const
  jar.set(name, value ?? '', { ...attributes, maxAge: value === null ? 0 : yearSeconds })
}

/** Stores what a form chose for this browser. @returns the known choices; others are ignored */
export async function storePreferences(
  form: Readonly<Record<string, unknown>>,
): Promise<Readonly<Partial<Record<keyof typeof choices, string>>>> {
  const chosen: Partial<Record<keyof typeof choices, string>> = {}
  for (const name of ['theme', 'language', 'openIn', 'shortcuts'] as const) {
    const { cookie, values } = choices[name]
    const value = values.find((known) => known === form[name])
    if (value === undefined) continue
    await setPreferenceCookie(cookie, value)
    chosen[name] = value
  }
  return chosen
}

/** Shows pages in this browser as the user chose for every browser. Without a choice, the browser's language stays. */
export async function applyOwnPreferences({ language, timeZone }: OwnPreferences): Promise<void> {
  if (language !== null) await setPreferenceCookie(languageCookie, language)
  await setPreferenceCookie(ownTimeZoneCookie, timeZone)
}

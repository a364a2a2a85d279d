'use server'

import { cookies } from 'next/headers'
import { languages } from '#lib/i18n/languages.ts'
import { languageCookie, shortcutChoices, shortcutsCookie, themeCookie, themes } from '#lib/i18n/preferences.ts'
import { getServices } from '#lib/services.ts'

/** Each preference's cookie and its values. */
const preferences = {
  theme: { cookie: themeCookie, values: themes },
  language: { cookie: languageCookie, values: languages },
  shortcuts: { cookie: shortcutsCookie, values: shortcutChoices },
}

const yearSeconds = 365 * 24 * 60 * 60

/** Stores the theme, the language or the state of single-character shortcuts. Needs no session; ignores other values. */
export async function choosePreference(form: FormData): Promise<void> {
  const { env } = await getServices()
  const jar = await cookies()
  // Not HttpOnly: `global-error.tsx` reads the language in the browser.
  const attributes = {
    path: '/',
    sameSite: 'lax',
    secure: env.baseUrl.startsWith('https:'),
    maxAge: yearSeconds,
  } as const
  for (const [name, { cookie, values }] of Object.entries(preferences)) {
    const chosen = values.find((value) => value === form.get(name))
    if (chosen) jar.set(cookie, chosen, attributes)
  }
}

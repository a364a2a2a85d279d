'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { languages } from '#lib/i18n/languages.ts'
import { getServices } from '#lib/services.ts'
import { languageCookie, shortcutChoices, shortcutsCookie, themeCookie, themes } from './preferences.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** Stores the theme: light, dark or system. Needs no session; ignores other values. */
export async function chooseTheme(form: FormData): Promise<void> {
  const theme = z.enum(themes).safeParse(form.get('theme'))
  if (theme.success) await keep(themeCookie, theme.data)
}

/** Stores the portal's language. */
export async function chooseLanguage(form: FormData): Promise<void> {
  const language = z.enum(languages).safeParse(form.get('language'))
  if (language.success) await keep(languageCookie, language.data)
}

/** Switches single-character shortcuts on or off. Arrow keys and Enter always work. */
export async function chooseShortcuts(form: FormData): Promise<void> {
  const shortcuts = z.enum(shortcutChoices).safeParse(form.get('shortcuts'))
  if (shortcuts.success) await keep(shortcutsCookie, shortcuts.data)
}

/** Not HttpOnly: `global-error.tsx` reads the language in the browser. */
async function keep(name: string, value: string): Promise<void> {
  const { env } = await getServices()
  const jar = await cookies()
  jar.set(name, value, { path: '/', sameSite: 'lax', secure: env.baseUrl.startsWith('https:'), maxAge: yearSeconds })
}

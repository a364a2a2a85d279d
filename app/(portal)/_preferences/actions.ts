'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { languages } from '#lib/i18n/languages.ts'
import { services } from '#lib/services.ts'
import { languageCookie, shortcutChoices, shortcutsCookie, themeCookie, themes } from './preferences.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** Light, dark, or as the system says. Anybody may choose, signed in or not; anything else is ignored. */
export async function chooseTheme(form: FormData): Promise<void> {
  const theme = z.enum(themes).safeParse(form.get('theme'))
  if (theme.success) await keep(themeCookie, theme.data)
}

/** The language of the portal, until another one is chosen. */
export async function chooseLanguage(form: FormData): Promise<void> {
  const language = z.enum(languages).safeParse(form.get('language'))
  if (language.success) await keep(languageCookie, language.data)
}

/** Whether single-character shortcuts work; those with arrows and Enter always do. */
export async function chooseShortcuts(form: FormData): Promise<void> {
  const shortcuts = z.enum(shortcutChoices).safeParse(form.get('shortcuts'))
  if (shortcuts.success) await keep(shortcutsCookie, shortcuts.data)
}

/** Readable by scripts, since it is no secret: the page of last resort looks up its language there. */
async function keep(name: string, value: string): Promise<void> {
  const { env } = await services()
  const jar = await cookies()
  jar.set(name, value, { path: '/', sameSite: 'lax', secure: env.baseUrl.startsWith('https:'), maxAge: yearSeconds })
}

'use server'

import { storePreferences } from '#app/(portal)/_preferences/preference-cookies.ts'
import { rememberLanguage } from '#lib/domain/people/users/own-profile.ts'
import { getServices } from '#lib/foundation/services.ts'
import { currentUser } from './user.ts'

/**
 * Stores the theme, the language, where accounts open, or the state of single-character shortcuts. Needs no session;
 * ignores other values. The language of a signed-in user applies in their other browsers too.
 */
export async function choosePreference(form: FormData): Promise<void> {
  const { language } = await storePreferences(Object.fromEntries(form))
  const actor = language ? await currentUser() : undefined
  if (actor && language) await rememberLanguage(await getServices(), actor, language)
}

'use server'

import { refresh } from 'next/cache'
import { languageCookie, ownTimeZoneCookie } from '#lib/i18n/preferences.ts'
import { getServices } from '#lib/services.ts'
import { updateOwnNotices } from '#lib/users/own-notices.ts'
import { updateOwnProfile, updateOwnSignInNames } from '#lib/users/own-profile.ts'
import type { ActionState } from '../../../components/connection/use-form.ts'
import { setPreferenceCookie } from '../_preferences/preference-cookies.ts'
import { readText } from '../_session/form-text.ts'
import { requireUser, runUserAction } from '../_session/user.ts'
import { readTexts } from '../users-and-access/form-fields.ts'
import type { FormState } from '../users-and-access/form-state.ts'
import { runFormFor } from '../users-and-access/run-form.ts'

export type NoticesSaved = ActionState<void>
export type ProfileSaved = ActionState<Readonly<{ savedAt: number }>>

/** Saves the user's name, language and time zone; an empty choice follows the browser. */
export async function saveProfile(_former: ProfileSaved, form: FormData): Promise<ProfileSaved> {
  const preferences = { language: readText(form, 'language') || null, timeZone: readText(form, 'timeZone') || null }
  const result = await runUserAction(async (services, actor) => {
    await updateOwnProfile(services, actor, { name: readText(form, 'name'), ...preferences })
    return { savedAt: services.clock.now() }
  })
  if (result.ok) {
    await setPreferenceCookie(languageCookie, preferences.language)
    await setPreferenceCookie(ownTimeZoneCookie, preferences.timeZone)
    refresh()
  }
  return { result }
}

/** A choice applies from the next notice. */
export async function saveNotices(_former: NoticesSaved, form: FormData): Promise<NoticesSaved> {
  const result = await runUserAction((services, actor) =>
    updateOwnNotices(services, actor, { wanted: readTexts(form, 'wanted') }),
  )
  if (result.ok) refresh()
  return { result }
}

/** Changes the names that the user signs in with, after their password. */
export async function saveSignInNames(_former: FormState, form: FormData): Promise<FormState> {
  const actor = await requireUser()
  const names = { username: readText(form, 'username'), email: readText(form, 'email') }
  const state = await runFormFor(await getServices(), actor, form, {
    authorize: () => undefined,
    work: (services, confirmed) => updateOwnSignInNames(services, confirmed, names),
  })
  if (state.result?.ok) refresh()
  return state
}

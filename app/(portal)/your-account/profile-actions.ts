'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { readTexts } from '#app/(portal)/_forms/form-fields.ts'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runFormFor } from '#app/(portal)/_forms/run-form.ts'
import { setPreferenceCookie } from '#app/(portal)/_preferences/preference-cookies.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser, runUserAction } from '#app/(portal)/_session/user.ts'
import { yourAccountPath } from '#app/(portal)/_urls/your-account-url.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import { changeOwnNames, withdrawOwnNames } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { updateOwnNotices } from '#lib/domain/people/users/own-notices.ts'
import { updateOwnProfile } from '#lib/domain/people/users/own-profile.ts'
import { languageCookie, ownTimeZoneCookie } from '#lib/foundation/i18n/preferences.ts'
import { getServices } from '#lib/foundation/services.ts'

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

/** Requests the names that the user signs in with, after their password. */
export async function saveSignInNames(_former: FormState, form: FormData): Promise<FormState> {
  const actor = await requireUser()
  const names = { username: readText(form, 'username'), email: readText(form, 'email') }
  const state = await runFormFor(await getServices(), actor, form, {
    authorize: () => undefined,
    work: async (services, confirmed) => {
      await changeOwnNames(services, confirmed, names)
    },
  })
  if (!state.result?.ok) return state
  if (!(await hasScripts())) redirect(yourAccountPath)
  refresh()
  return state
}

/** Takes back the names that the user requested. */
export async function withdrawNames(_former: ActionState, _form: FormData): Promise<ActionState> {
  const result = await runUserAction(withdrawOwnNames)
  if (result.ok) refresh()
  return { result }
}

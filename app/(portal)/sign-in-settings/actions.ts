'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { settingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { getServices } from '#lib/foundation/services.ts'

/** Saves who needs a second factor. */
export async function savePolicy(_former: FormState, form: FormData): Promise<FormState> {
  const policy = readText(form, 'policy')
  const state = await runForm(await getServices(), await requireUser(), form, async (services, actor) => {
    await changePolicy(services, actor, { policy })
  })
  if (state.result?.ok) {
    if (await hasScripts()) refresh()
    else redirect(settingsPath, RedirectType.replace)
  }
  return state
}

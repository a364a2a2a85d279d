'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runFormFor } from '#app/(portal)/_forms/run-form.ts'
import { submitAction, submitDialog, submitForm } from '#app/(portal)/_forms/submit-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { providerHref, signInSettingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { signOutAllUsers } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { addProvider, findProviderIssuer } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { providerPresets, toIssuer } from '#lib/domain/sign-in/sign-in-providers/provider-presets.ts'
import { requireManagerOf } from '#lib/foundation/authorization/permissions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { providerActions, readSettings } from './provider-actions.ts'

/** Saves who needs a second factor. */
export async function savePolicy(_former: FormState, form: FormData): Promise<FormState> {
  const policy = readText(form, 'policy')
  const state = await submitForm(form, async (services, actor) => {
    await changePolicy(services, actor, { policy })
  })
  if (state.result?.ok) refresh()
  return state
}

type EndState = FormState<Awaited<ReturnType<typeof signOutAllUsers>>>

/** Ends the sessions of all users but the current one. Without scripts, returns to the page. */
export async function endAllSessionsAction(_former: EndState, form: FormData): Promise<EndState> {
  const actor = await requireUser()
  const state = await runFormFor(await getServices(), actor, form, {
    authorize: (user) => requireManagerOf(user, 'owner'),
    work: signOutAllUsers,
  })
  if (state.result?.ok && !(await hasScripts())) redirect(signInSettingsPath, RedirectType.replace)
  return state
}

/** Keeps a provider, which a test has to switch on. */
export async function addProviderAction(_former: FormState, form: FormData): Promise<FormState> {
  const id = readText(form, 'id').trim()
  const provider = { id, issuer: readIssuer(form), ...readSettings(form), isDisabled: true }
  return submitDialog(form, (services, actor) => addProvider(services, actor, provider), providerHref(id))
}

/** The issuer that the fields of a preset lead to; undefined unless it could be found. */
export async function findIssuerAction(form: FormData): Promise<string | undefined> {
  const { result } = await submitForm(form, (services, actor) => findProviderIssuer(services, actor, readIssuer(form)))
  return result?.ok ? result.value : undefined
}

function readIssuer(form: FormData): string {
  const preset = providerPresets.find((name) => name === readText(form, 'preset')) ?? 'other'
  return toIssuer(preset, (field) => readText(form, field))
}

export async function changeProviderAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitAction(providerActions, form)
}

'use server'

import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitAction, submitDialog } from '#app/(portal)/_forms/submit-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { providerHref } from '#app/(portal)/_urls/settings-url.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { addProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { providerActions, readSettings } from './provider-actions.ts'

/** Saves who needs a second factor. */
export async function savePolicy(_former: FormState, form: FormData): Promise<FormState> {
  const policy = readText(form, 'policy')
  return submitDialog(form, (services, actor) => changePolicy(services, actor, { policy }))
}

export async function addProviderAction(_former: FormState, form: FormData): Promise<FormState> {
  const id = readText(form, 'id').trim()
  const provider = { id, issuer: readText(form, 'issuer'), ...readSettings(form) }
  return submitDialog(form, (services, actor) => addProvider(services, actor, provider), providerHref(id))
}

export async function changeProviderAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitAction(providerActions, form)
}

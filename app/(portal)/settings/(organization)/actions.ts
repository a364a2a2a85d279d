'use server'

import { refresh } from 'next/cache'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitForm } from '#app/(portal)/_forms/submit-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { requireUser, runUserAction } from '#app/(portal)/_session/user.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import {
  type OrganizationInput,
  removeLogo,
  updateOrganization,
} from '#lib/domain/organization/organization/manage-organization.ts'
import { getServices } from '#lib/foundation/services.ts'
import { submitLogo } from './submit-logo.ts'

/** An empty name goes back to the product's. */
export async function saveName(_former: FormState, form: FormData): Promise<FormState> {
  return save(form, { name: readText(form, 'name') })
}

/** An empty color goes back to the product's. */
export async function saveAccent(_former: FormState, form: FormData): Promise<FormState> {
  return save(form, { accent: readText(form, 'accent') })
}

async function save(form: FormData, input: OrganizationInput): Promise<FormState> {
  const state = await submitForm(form, (services, actor) => updateOrganization(services, actor, input))
  if (state.result?.ok) refresh()
  return state
}

export async function saveLogo(_former: ActionState, form: FormData): Promise<ActionState> {
  const actor = await requireUser()
  const result = await submitLogo(await getServices(), actor, form)
  if (result.ok) refresh()
  return { result }
}

export async function deleteLogo(_former: ActionState, _form: FormData): Promise<ActionState> {
  const result = await runUserAction((services, actor) => removeLogo(services, actor))
  if (result.ok) refresh()
  return { result }
}

'use server'

import { refresh } from 'next/cache'
import { removeLogo, updateOrganization } from '#lib/organization/manage-organization.ts'
import { getServices } from '#lib/services.ts'
import type { ActionState } from '../../../components/connection/use-form.ts'
import { readText } from '../_session/form-text.ts'
import { requireUser, runUserAction } from '../_session/user.ts'
import { submitLogo } from './submit-logo.ts'

/** `entered`: restored after a refusal without scripts. */
export type IdentityState = ActionState & Readonly<{ entered?: Readonly<{ name: string; accent: string }> }>

/** Saves name and accent color; an empty one goes back to the product's. */
export async function saveIdentity(_former: IdentityState, form: FormData): Promise<IdentityState> {
  const entered = { name: readText(form, 'name'), accent: readText(form, 'accent') }
  const result = await runUserAction((services, actor) => updateOrganization(services, actor, entered))
  if (result.ok) refresh()
  return { result, entered }
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

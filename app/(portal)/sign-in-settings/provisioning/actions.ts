'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { type FormWork, runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { provisioningPath } from '#app/(portal)/_urls/provisioning-url.ts'
import { mapScimGroup, unmapScimGroup } from '#lib/domain/people/scim/map-groups.ts'
import { getServices } from '#lib/foundation/services.ts'

/** The field `target` is a role, or the ID of an account group. */
export async function mapScimGroupAction(_former: FormState, form: FormData): Promise<FormState> {
  const [groupName, target] = [readText(form, 'group'), readText(form, 'target')]
  const isRole = target === 'agent' || target === 'admin'
  return submit(form, async (services, actor) => {
    await mapScimGroup(services, actor, { groupName, ...(isRole ? { role: target } : { accountGroupId: target }) })
  })
}

export async function removeMappingAction(_former: FormState, form: FormData): Promise<FormState> {
  return submit(form, (services, actor) => unmapScimGroup(services, actor, readText(form, 'id')))
}

async function submit(form: FormData, work: FormWork<void>): Promise<FormState> {
  const state = await runForm(await getServices(), await requireUser(), form, work)
  if (state.result?.ok) {
    if (await hasScripts()) refresh()
    else redirect(provisioningPath, RedirectType.replace)
  }
  return state
}

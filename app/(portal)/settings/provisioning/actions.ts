'use server'

import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitDialog } from '#app/(portal)/_forms/submit-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { mapScimGroup, unmapScimGroup } from '#lib/domain/people/scim/map-groups.ts'

/** The field `target` is a role, or the ID of an account group. */
export async function mapScimGroupAction(_former: FormState, form: FormData): Promise<FormState> {
  const [groupName, target] = [readText(form, 'group'), readText(form, 'target')]
  const gives = target === 'agent' || target === 'admin' ? { role: target } : { accountGroupId: target }
  return submitDialog(form, (services, actor) => mapScimGroup(services, actor, { groupName, ...gives }))
}

export async function removeMappingAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitDialog(form, (services, actor) => unmapScimGroup(services, actor, readText(form, 'id')))
}

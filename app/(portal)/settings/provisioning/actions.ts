'use server'

import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitDialog, submitForm } from '#app/(portal)/_forms/submit-form.ts'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { generateKeyForPurpose } from '#lib/domain/keys/key-management/generate-for-purpose.ts'
import { mapScimGroup, unmapScimGroup } from '#lib/domain/people/scim/map-groups.ts'

/** Generates the key of a directory. @returns its token */
export async function connectDirectoryAction(_former: FormState<string>, form: FormData): Promise<FormState<string>> {
  const t = await portalTranslator('provisioning')
  return submitForm(form, async (services, actor) => {
    const key = { purpose: 'scim', owner: '', scopes: [], name: t('connect.keyName'), allowSameName: true } as const
    const generated = await generateKeyForPurpose(services, actor, { ...key, secretTo: 'show' })
    return 'secret' in generated ? `${generated.id}.${generated.secret}` : ''
  })
}

/** The field `target` is a role, or the ID of an account group. */
export async function mapScimGroupAction(_former: FormState, form: FormData): Promise<FormState> {
  const [groupName, target] = [readText(form, 'group'), readText(form, 'target')]
  const gives = target === 'agent' || target === 'admin' ? { role: target } : { accountGroupId: target }
  return submitDialog(form, (services, actor) => mapScimGroup(services, actor, { groupName, ...gives }))
}

export async function removeMappingAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitDialog(form, (services, actor) => unmapScimGroup(services, actor, readText(form, 'id')))
}

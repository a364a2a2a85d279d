'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import { splitWords } from '#app/(portal)/_chips/split-words.ts'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitAction, submitForm } from '#app/(portal)/_forms/submit-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { runUserAction } from '#app/(portal)/_session/user.ts'
import { groupHref } from '#app/(portal)/_urls/groups-url.ts'
import {
  type AccountsAdded,
  addAccountsByFile,
  addAccountsById,
} from '#lib/domain/accounts/account-groups/add-accounts-by-file.ts'
import { applyGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import { createGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { maxFileBytes } from '#lib/domain/accounts/account-imports/account-file.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { groupActions, readGroup } from './group-actions.ts'

export async function addGroupAction(_before: FormState<string>, form: FormData): Promise<FormState<string>> {
  const state = await submitForm(form, async (services, actor) => {
    const group = await createGroup(services, actor, readGroup(form))
    return group.id
  })
  if (state.result?.ok) redirect(groupHref(state.result.value), RedirectType.replace)
  return state
}

export async function changeGroupAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAction(groupActions, form)
}

/** Adds the accounts of a file or those whose IDs were entered. The result names the unknown ones. */
export async function addAccountsAction(
  _before: FormState<AccountsAdded>,
  form: FormData,
): Promise<FormState<AccountsAdded>> {
  const state = await submitForm(form, (services, actor) => addAccounts(services, actor, form), maxFileBytes)
  if (state.result?.ok) refresh()
  return state
}

async function addAccounts(services: Services, actor: PortalUser, form: FormData): Promise<AccountsAdded> {
  const groupId = readText(form, 'groupId')
  const ids = splitWords(readText(form, 'ids'))
  const file = form.get('file')
  // Without a chosen file, browsers send an empty one.
  if (!(file instanceof File) || file.size === 0) return addAccountsById(services, actor, { groupId, ids })
  if (ids.length > 0) throw new Refusal('input_invalid', { fields: { ids: 'not_allowed' } })
  if (file.size > maxFileBytes) throw new Refusal('input_invalid', { fields: { file: 'too_large' } })
  return addAccountsByFile(services, actor, { groupId, bytes: new Uint8Array(await file.arrayBuffer()) })
}

/** Continues a rule. A refusal needs no message: the page shows which rules are applied. */
export async function applyRuleAction(form: FormData): Promise<void> {
  await runUserAction((services, actor) => applyGroupRule(services, actor, readText(form, 'ruleId')))
  refresh()
}

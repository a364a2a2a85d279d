'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import { splitWords } from '#app/(portal)/_chips/split-words.ts'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { type FormWork, runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser, runUserAction } from '#app/(portal)/_session/user.ts'
import { groupHref, groupsPath } from '#app/(portal)/_urls/groups-url.ts'
import { type GroupFields, groupTexts } from '#lib/domain/accounts/account-groups/account-group.ts'
import {
  type AccountsAdded,
  addAccountsByFile,
  addAccountsById,
} from '#lib/domain/accounts/account-groups/add-accounts-by-file.ts'
import { addGroupRule, applyGroupRule, removeGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import { createGroup, deleteGroup, updateGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { maxFileBytes } from '#lib/domain/accounts/account-imports/account-file.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { changeGroupAccess } from '#lib/domain/people/users/group-access.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices, type Services } from '#lib/foundation/services.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

export async function addGroupAction(_before: FormState<string>, form: FormData): Promise<FormState<string>> {
  const state = await submit(form, async (services, actor) => {
    const group = await createGroup(services, actor, readFields(form))
    return group.id
  })
  if (state.result?.ok) redirect(groupHref(state.result.value), RedirectType.replace)
  return state
}

export async function editGroupAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor, groupId) =>
    updateGroup(services, actor, { groupId, ...readFields(form) }),
  )
}

function readFields(form: FormData): GroupFields {
  return { name: readText(form, 'name'), ...recordOf(groupTexts, (field) => readText(form, field)) }
}

export async function deleteGroupAction(_before: FormState, form: FormData): Promise<FormState> {
  const state = await submit(form, (services, actor) => deleteGroup(services, actor, readText(form, 'groupId')))
  if (state.result?.ok) redirect(groupsPath, RedirectType.replace)
  return state
}

/** Adds the accounts of a file or those whose IDs were entered. The result names the unknown ones. */
export async function addAccountsAction(
  _before: FormState<AccountsAdded>,
  form: FormData,
): Promise<FormState<AccountsAdded>> {
  const state = await submit(form, (services, actor) => addAccounts(services, actor, form), maxFileBytes)
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

export async function addRuleAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor, groupId) =>
    addGroupRule(services, actor, { groupId, idPrefix: readText(form, 'idPrefix'), locale: readText(form, 'locale') }),
  )
}

export async function removeRuleAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor) => removeGroupRule(services, actor, readText(form, 'ruleId')))
}

/** Continues a rule. A refusal needs no message: the page shows which rules are applied. */
export async function applyRuleAction(form: FormData): Promise<void> {
  await runUserAction((services, actor) => applyGroupRule(services, actor, readText(form, 'ruleId')))
  refresh()
}

export async function giveGroupAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, async (services, actor, groupId) => {
    const userId = await explain('conflict', 'unproven', () =>
      findUserId(() => getUserByName(services, actor, readText(form, 'user'))),
    )
    await explain('conflict', 'opens_all', () =>
      changeGroupAccess(services, actor, { userId, added: [groupId], removed: [] }),
    )
  })
}

export async function takeGroupAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor, groupId) =>
    changeGroupAccess(services, actor, { userId: readText(form, 'userId'), added: [], removed: [groupId] }),
  )
}

async function submit<T>(form: FormData, work: FormWork<T>, fileBytes?: number): Promise<FormState<T>> {
  const actor = await requireUser()
  return runForm(await getServices(), actor, form, work, fileBytes)
}

type GroupWork = (...of: [...Parameters<FormWork<unknown>>, groupId: string]) => Promise<unknown>

/** Without scripts, returns to the group's page; with scripts, `useAccessForm` closes the dialog. */
async function submitAndReturn(form: FormData, work: GroupWork): Promise<FormState> {
  const groupId = readText(form, 'groupId')
  const state = await submit(form, async (services, actor) => {
    await work(services, actor, groupId)
  })
  if (state.result?.ok && !(await hasScripts())) redirect(groupHref(groupId), RedirectType.replace)
  return state
}

async function findUserId(find: () => Promise<Readonly<{ id: string }>>): Promise<string> {
  return (await explain('not_found', 'unknown', find)).id
}

/** A refusal of the whole form as a problem of its field `user`. */
async function explain<T>(code: 'conflict' | 'not_found', problem: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error) && error.code === code) throw new Refusal('input_invalid', { fields: { user: problem } })
    throw error
  }
}

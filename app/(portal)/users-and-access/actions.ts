'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { BulkState } from '#app/(portal)/_bulk/bulk-state.ts'
import { submitBulk } from '#app/(portal)/_bulk/submit-bulk.ts'
import { splitWords } from '#app/(portal)/_chips/split-words.ts'
import { readAccountChanges, readNarrowing, readNewKey, readTickChanges } from '#app/(portal)/_forms/form-fields.ts'
import type { AddedUser, FormState, NewKey, RegisteredKey } from '#app/(portal)/_forms/form-state.ts'
import { keepEntered } from '#app/(portal)/_forms/run-form.ts'
import {
  leaveDialog,
  returnToFirstSteps,
  submitAction,
  submitDialog,
  submitForm,
} from '#app/(portal)/_forms/submit-form.ts'
import { requireBoundedForm } from '#app/(portal)/_session/bounded-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { runUserAction } from '#app/(portal)/_session/user.ts'
import { listHref, userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import type { HandedOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { generateKeyForPurpose } from '#lib/domain/keys/key-management/generate-for-purpose.ts'
import type { PasswordLink } from '#lib/domain/people/password-links/password-link.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { inviteUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { findExampleAccount } from '#lib/domain/people/user-lifecycle/find-example-account.ts'
import { type NarrowingEffect, narrowApiKey } from '#lib/domain/people/user-lifecycle/narrow-api-key.ts'
import { type AccountAccessChange, changeAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { changeGroupAccess } from '#lib/domain/people/users/group-access.ts'
import { type UserText, userTexts } from '#lib/domain/people/users/limits.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { recordOf } from '#lib/kernel/record-of.ts'
import { type KeyTrial, tryApiKey } from '#lib/web/endpoints/try-api-key.ts'
import type { ActionResult } from '#lib/web/http/action-result.ts'
import { addressActions } from './address-actions.ts'
import { bulkUsers } from './bulk-users.ts'
import { keyActions } from './key-actions.ts'
import { takePublicKey } from './take-public-key.ts'
import { userActions } from './user-actions.ts'

export async function addUserAction(_before: FormState<AddedUser>, form: FormData): Promise<FormState<AddedUser>> {
  const isProgram = readText(form, 'kind') === 'program'
  const accountIds = splitWords(readText(form, 'accountIds'))
  const state = await submitForm(form, async (services, actor) => {
    const { user, link } = await inviteUser(services, actor, {
      ...readUserFields(form),
      accountIds,
      // The form hides the fields of the other kind but still submits them.
      ...(isProgram
        ? { role: readText(form, 'programRole'), username: '' }
        : { email: readText(form, 'email'), username: readText(form, 'username') }),
    })
    const { id, name, username, accountScope } = user
    return { userId: id, name, username, choosesAccounts: accountScope === 'list' && accountIds.length === 0, link }
  })
  if (state.result?.ok && !state.result.value.link) {
    const { userId, username, choosesAccounts } = state.result.value
    returnToFirstSteps(form)
    // The list may be long, so go to the page that shows the new user.
    const listed = listHref({ search: username, page: 1 }, 'users')
    redirect(choosesAccounts ? userAccountsHref(userId) : listed, RedirectType.replace)
  }
  return state
}

type LinkState = FormState<PasswordLink>
type AccessState = FormState<AccountAccessChange>
type KeyState = FormState<NewKey | HandedOverKey | RegisteredKey>

export async function makePasswordLinkAction(_before: LinkState, form: FormData): Promise<LinkState> {
  return submitForm(form, (services, actor) => createSetPasswordLink(services, actor, readText(form, 'userId')))
}

export async function updateUserAction(_before: FormState, form: FormData): Promise<FormState> {
  const userId = readText(form, 'userId')
  const fields = readUserFields(form)
  const nowChooses = readText(form, 'formerScope') === 'all' && fields.accountScope === 'list'
  const doneHref = nowChooses ? userAccountsHref(userId) : undefined
  return submitDialog(form, (services, actor) => updateUser(services, actor, { userId, ...fields }), doneHref)
}

function readUserFields(form: FormData): Readonly<Record<'name' | 'role' | 'accountScope' | UserText, string>> {
  return recordOf(['name', 'role', 'accountScope', ...userTexts], (field) => readText(form, field))
}

export async function changeUserAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAction(userActions, form)
}

/** Gives a user one more account. */
export async function giveAccountAction(_before: FormState, form: FormData): Promise<FormState> {
  const [userId, added] = [readText(form, 'userId'), [readText(form, 'accountId')]]
  return submitDialog(form, (services, actor) => changeAccountAccess(services, actor, { userId, added, removed: [] }))
}

/** Saves only the differences, so that two concurrent editors don't undo each other. */
export async function chooseAccountsAction(_before: AccessState, form: FormData): Promise<AccessState> {
  const state = await submitForm(form, (services, actor) =>
    changeAccountAccess(services, actor, { userId: readText(form, 'userId'), ...readAccountChanges(form) }),
  )
  if (state.result?.ok) refresh()
  return state
}

/** Gives the ticked account groups and takes those no longer ticked. */
export async function chooseGroupsAction(_before: AccessState, form: FormData): Promise<AccessState> {
  const state = await submitForm(form, (services, actor) =>
    changeGroupAccess(services, actor, { userId: readText(form, 'userId'), ...readTickChanges(form) }),
  )
  if (state.result?.ok) refresh()
  return state
}

/** Confirms who it is, then returns to the account access page. */
export async function confirmBeforeChoosingAction(_before: FormState, form: FormData): Promise<FormState> {
  const state = await submitForm(form, async () => {})
  if (!state.confirmBy) redirect(userAccountsHref(readText(form, 'userId')), RedirectType.replace)
  return state
}

export async function addAccountsByIdAction(_before: AccessState, form: FormData): Promise<AccessState> {
  const state = await submitForm(form, async (services, actor) => {
    const added = splitWords(readText(form, 'added'))
    if (added.length === 0) throw new Refusal('input_invalid', { fields: { added: 'required' } })
    return changeAccountAccess(services, actor, { userId: readText(form, 'userId'), added, removed: [] })
  })
  if (state.result?.ok) refresh()
  return state
}

/** Changes the selected users, and reverses that. */
export async function changeUsersAction(_before: BulkState, form: FormData): Promise<BulkState> {
  return submitBulk(bulkUsers, form)
}

export async function changeAddressAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAction(addressActions, form)
}

export async function changeKeyAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAction(keyActions, form)
}

/** The result holds the only copy of the secret or the link: neither is stored, and the page isn't rendered with it. */
export async function generateKeyAction(_before: KeyState, form: FormData): Promise<KeyState> {
  const readPublicJwk = takePublicKey(form)
  return submitForm<NewKey | HandedOverKey | RegisteredKey>(form, async (services, actor) => {
    const input = readNewKey(form, actor, readPublicJwk)
    const newKey = await generateKeyForPurpose(services, actor, input)
    if ('url' in newKey) return newKey
    return { ...newKey, dpop: input.dpop, exampleAccountId: await findExampleAccount(services, actor, newKey.id) }
  })
}

type TrialState = Readonly<{ result: ActionResult<KeyTrial> | undefined }>

/** The state keeps nothing of the form, which holds the secret. */
export async function tryKeyAction(_before: TrialState, form: FormData): Promise<TrialState> {
  const result = await runUserAction(async (services, actor) => {
    requireManager(actor)
    requireBoundedForm(form)
    return tryApiKey(services, actor, {
      keyId: readText(form, 'keyId'),
      secret: readText(form, 'secret'),
      accountId: readText(form, 'accountId').trim(),
    })
  })
  return { result }
}

/** The toast's Undo. A refusal needs no message: the page still shows the stored state. */
export async function undoDisableKey(form: FormData): Promise<void> {
  await submitForm(form, (services, actor) => enableApiKey(services, actor, readText(form, 'id')))
  refresh()
}

type NarrowingState = FormState<void, NarrowingEffect>

/** Computes what stops, then narrows the key once that is confirmed. */
export async function narrowKeyAction(_before: NarrowingState, form: FormData): Promise<NarrowingState> {
  const preview = !form.has('confirmed')
  const state = await submitForm(form, async (services, actor) => {
    const effect = await narrowApiKey(services, actor, { ...readNarrowing(form), preview })
    if (Object.keys(effect.narrowing).length > 0) return effect
    throw new Refusal('input_invalid', { fields: { limits: 'unchanged' } })
  })
  const { result } = state
  if (!result?.ok) return { ...state, result }
  if (preview) return { ...state, result: undefined, entered: keepEntered(form), shown: result.value }
  if (!(await hasScripts())) leaveDialog(form)
  return { ...state, result: { ok: true, value: undefined } }
}

'use server'

import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import { RedirectType, redirect } from 'next/navigation'
import type { GeneratedApiKey } from '#lib/api-keys/api-key.ts'
import { disableApiKey, enableApiKey } from '#lib/api-keys/change-api-key-state.ts'
import { findApiKey } from '#lib/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { Refusal } from '#lib/errors.ts'
import type { PasswordLink } from '#lib/password-links/password-link.ts'
import { createSetPasswordLink } from '#lib/password-links/set-password-link.ts'
import { addReturnAddress, removeReturnAddress } from '#lib/return-addresses/manage-return-addresses.ts'
import { getServices } from '#lib/services.ts'
import { deactivateUser, reactivateUser, updateUser } from '#lib/user-lifecycle/change-user.ts'
import { inviteUser } from '#lib/user-lifecycle/invite-user.ts'
import { revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'
import { type AccountAccessChange, changeAccountAccess } from '#lib/users/account-access.ts'
import { readText } from '../_session/form-text.ts'
import { requireUser } from '../_session/user.ts'
import { readAccountChanges, readTexts, splitWords } from './form-fields.ts'
import type { AddedUser, FormState } from './form-state.ts'
import { decodeListState, listHref, type SectionId, userAccountsHref } from './list-state.ts'
import { type FormWork, runForm } from './run-form.ts'

export async function addUserAction(_before: FormState<AddedUser>, form: FormData): Promise<FormState<AddedUser>> {
  const role = readText(form, 'role')
  const state = await submitForm(form, async (services, actor) => {
    const { user, link } = await inviteUser(services, actor, {
      name: readText(form, 'name'),
      username: readText(form, 'username'),
      role,
      // The form hides fields that don't apply to the role but still submits them.
      email: role === 'service' ? undefined : readText(form, 'email'),
      accountScope: readText(form, 'accountScope'),
    })
    const { id, name, username, accountScope } = user
    return { userId: id, name, username, choosesAccounts: accountScope === 'list', link }
  })
  if (state.result?.ok && !state.result.value.link) {
    const { userId, username, choosesAccounts } = state.result.value
    // The list may be long, so go to the page that shows the new user.
    const listed = listHref({ search: username, page: 1 }, 'users')
    redirect(choosesAccounts ? userAccountsHref(userId) : listed, RedirectType.replace)
  }
  return state
}

export async function makePasswordLinkAction(
  _before: FormState<PasswordLink>,
  form: FormData,
): Promise<FormState<PasswordLink>> {
  return submitForm(form, (services, actor) => createSetPasswordLink(services, actor, readText(form, 'userId')))
}

export async function updateUserAction(_before: FormState, form: FormData): Promise<FormState> {
  const state = await submitForm(form, async (services, actor) => {
    await updateUser(services, actor, {
      userId: readText(form, 'userId'),
      name: readText(form, 'name'),
      role: readText(form, 'role'),
      accountScope: readText(form, 'accountScope'),
    })
  })
  const nowChooses = readText(form, 'formerScope') === 'all' && readText(form, 'accountScope') === 'list'
  if (state.result?.ok && nowChooses) redirect(userAccountsHref(readText(form, 'userId')), RedirectType.replace)
  return returnToList(state, form, 'users')
}

export async function deactivateUserAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, 'users', (services, actor) => deactivateUser(services, actor, readText(form, 'userId')))
}

export async function reactivateUserAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, 'users', (services, actor) => reactivateUser(services, actor, readText(form, 'userId')))
}

/** Saves only the differences, so that two concurrent editors don't undo each other. */
export async function chooseAccountsAction(
  _before: FormState<AccountAccessChange>,
  form: FormData,
): Promise<FormState<AccountAccessChange>> {
  const state = await submitForm(form, (services, actor) =>
    changeAccountAccess(services, actor, { userId: readText(form, 'userId'), ...readAccountChanges(form) }),
  )
  if (state.result?.ok) refresh()
  return state
}

/** Confirms the password, then returns to the account access page. */
export async function confirmBeforeChoosingAction(_before: FormState, form: FormData): Promise<FormState> {
  const state = await submitForm(form, async () => {})
  if (!state.askPassword) redirect(userAccountsHref(readText(form, 'userId')), RedirectType.replace)
  return state
}

export async function addAccountsByIdAction(
  _before: FormState<AccountAccessChange>,
  form: FormData,
): Promise<FormState<AccountAccessChange>> {
  const state = await submitForm(form, async (services, actor) => {
    const added = splitWords(readText(form, 'added'))
    if (added.length === 0) throw new Refusal('input_invalid', { fields: { added: 'required' } })
    return changeAccountAccess(services, actor, { userId: readText(form, 'userId'), added, removed: [] })
  })
  if (state.result?.ok) refresh()
  return state
}

export async function addReturnAddressAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, 'return-addresses', (services, actor) =>
    addReturnAddress(services, actor, { origin: readText(form, 'origin') }),
  )
}

export async function removeReturnAddressAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, 'return-addresses', (services, actor) =>
    removeReturnAddress(services, actor, { origin: readText(form, 'origin') }),
  )
}

/** The result holds the only copy of the secret: it isn't stored, and the page isn't rendered with it. */
export async function generateKeyAction(
  _before: FormState<GeneratedApiKey>,
  form: FormData,
): Promise<FormState<GeneratedApiKey>> {
  return submitForm(form, (services, actor) =>
    generateApiKey(services, actor, {
      name: readText(form, 'name'),
      ownerId: readText(form, 'ownerId'),
      expiresInDays: readText(form, 'expiresInDays'),
      allowSameName: form.has('sameName') && readText(form, 'sameName').trim() === readText(form, 'name').trim(),
      scopes: readTexts(form, 'scopes'),
      accountIds: splitWords(readText(form, 'accountIds')),
      networks: splitWords(readText(form, 'networks')),
    }),
  )
}

export async function disableKeyAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, 'api-keys', (services, actor) => disableApiKey(services, actor, readText(form, 'keyId')))
}

export async function enableKeyAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, 'api-keys', (services, actor) => enableApiKey(services, actor, readText(form, 'keyId')))
}

/**
 * @returns the refusal `input_invalid` unless the key's name was typed. Only without scripts is the server first to
 * compare.
 */
export async function revokeKeyAction(_before: FormState, form: FormData): Promise<FormState> {
  const keyId = readText(form, 'keyId')
  return submitAndReturn(form, 'api-keys', async (services, actor) => {
    const key = await findApiKey(services, actor, keyId)
    if (key && readText(form, 'confirmation').trim() !== key.name.trim()) {
      throw new Refusal('input_invalid', { fields: { confirmation: 'mismatch' } })
    }
    await revokeApiKey(services, actor, keyId)
  })
}

/** Runs a form of this page for the signed-in user. Call `redirect` after it. */
async function submitForm<T>(form: FormData, work: FormWork<T>): Promise<FormState<T>> {
  const actor = await requireUser()
  return runForm(await getServices(), actor, form, work)
}

async function submitAndReturn(form: FormData, section: SectionId, work: FormWork<unknown>): Promise<FormState> {
  const state = await submitForm(form, async (services, actor) => {
    await work(services, actor)
  })
  return returnToList(state, form, section)
}

/**
 * Without scripts, redirects to the list state that the form was opened over. With scripts (Next sends the action's ID
 * in a header), `useAccessForm` closes the dialog: a redirect would scroll away from the changed row.
 */
async function returnToList(state: FormState, form: FormData, section: SectionId): Promise<FormState> {
  const scripted = (await headers()).has('next-action')
  const listState = decodeListState(readText(form, 'listState'))
  if (state.result?.ok && !scripted) redirect(listHref(listState, section), RedirectType.replace)
  return state
}

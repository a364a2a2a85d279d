'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { requireUser, runUserAction } from '#app/(portal)/_session/user.ts'
import { accountHref, addedHref, decodeAccountsState, manageAccountsHref } from '#app/(portal)/_urls/accounts-url.ts'
import { endSessionOfAccount } from '#lib/domain/accounts/account-management/account-page.ts'
import {
  createAccount,
  findPageStart,
  resumeAccount,
  suspendAccount,
  updateAccount,
} from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { getServices } from '#lib/foundation/services.ts'
import { type AccountFormState, type AccountUseCase, submitAccount } from './submit-account.ts'
import { type BulkState, submitBulkAccounts } from './submit-bulk.ts'

export async function addAccountAction(_before: AccountFormState, form: FormData): Promise<AccountFormState> {
  const state = await submit(form, createAccount)
  if (!state.result?.ok) return state
  const { id } = state.entered
  const listState = await runUserAction((services, actor) => findPageStart(services, actor, id))
  redirect(addedHref(id, listState.ok ? listState.value : undefined), RedirectType.replace)
}

export async function editAccountAction(_before: AccountFormState, form: FormData): Promise<AccountFormState> {
  const state = await submit(form, updateAccount)
  if (state.result?.ok) redirectBack(form)
  return state
}

export async function suspend(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requireUser()
  const state = await runForm(await getServices(), actor, form, async (services, confirmedActor) => {
    await suspendAccount(services, confirmedActor, readText(form, 'id'))
  })
  if (state.result?.ok) redirectBack(form)
  return state
}

/** A refusal needs no message: the list still shows the stored state. */
export async function resume(form: FormData): Promise<void> {
  await runUserAction((services, actor) => resumeAccount(services, actor, readText(form, 'id')))
  refresh()
}

/** Ends an account's session. A refusal needs no message: the page shows which sessions are open. */
export async function endAccountSessionAction(form: FormData): Promise<void> {
  const [accountId, sessionId] = [readText(form, 'accountId'), readText(form, 'sessionId')]
  await runUserAction((services, actor) => endSessionOfAccount(services, actor, { accountId, sessionId }))
  refresh()
}

/** Says what a change of the selected accounts does, or asks for their group, then does it once confirmed. */
export async function changeSelected(_before: BulkState, form: FormData): Promise<BulkState> {
  const actor = await requireUser()
  const state = await submitBulkAccounts(await getServices(), actor, form)
  if (state.done || state.grouped) refresh()
  return state
}

/** Reverses a bulk change. A refusal needs no message: the list shows the stored state. */
export async function undoSelected(form: FormData): Promise<void> {
  const actor = await requireUser()
  await submitBulkAccounts(await getServices(), actor, form)
  refresh()
}

async function submit(form: FormData, apply: AccountUseCase): Promise<AccountFormState> {
  const actor = await requireUser()
  return submitAccount(await getServices(), actor, form, apply)
}

/** Replaces the dialog's history entry, so that Back doesn't reopen it. */
function redirectBack(form: FormData): never {
  const onPageOf = readText(form, 'onPageOf')
  if (onPageOf !== '') redirect(accountHref(onPageOf), RedirectType.replace)
  redirect(manageAccountsHref(decodeAccountsState(readText(form, 'listState'))), RedirectType.replace)
}

'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import {
  createAccount,
  findPageStart,
  resumeAccount,
  suspendAccount,
  updateAccount,
} from '#lib/accounts/manage-accounts.ts'
import type { ActionResult } from '#lib/http/action-result.ts'
import { getServices } from '#lib/services.ts'
import { readText } from '../../_session/form-text.ts'
import { requireUser, runUserAction } from '../../_session/user.ts'
import { addedHref, decodeListState, listHref } from './list-state.ts'
import { type AccountFormState, type AccountUseCase, submitAccount } from './submit-account.ts'

export async function addAccount(_before: AccountFormState, form: FormData): Promise<AccountFormState> {
  const state = await submit(form, createAccount)
  if (!state.result?.ok) return state
  const { id } = state.entered
  const listState = await runUserAction((services, actor) => findPageStart(services, actor, id))
  redirect(addedHref(id, listState.ok ? listState.value : undefined), RedirectType.replace)
}

export async function editAccount(_before: AccountFormState, form: FormData): Promise<AccountFormState> {
  const state = await submit(form, updateAccount)
  if (state.result?.ok) redirectBack(form)
  return state
}

export async function suspend(
  _before: ActionResult<unknown> | undefined,
  form: FormData,
): Promise<ActionResult<unknown>> {
  const result = await runUserAction((services, actor) => suspendAccount(services, actor, readText(form, 'id')))
  if (result.ok) redirectBack(form)
  return result
}

/** A refusal needs no message: the list still shows the stored state. */
export async function resume(form: FormData): Promise<void> {
  await runUserAction((services, actor) => resumeAccount(services, actor, readText(form, 'id')))
  refresh()
}

async function submit(form: FormData, apply: AccountUseCase): Promise<AccountFormState> {
  const actor = await requireUser()
  return submitAccount(await getServices(), actor, form, apply)
}

/** Replaces the dialog's history entry, so that Back doesn't reopen it. */
function redirectBack(form: FormData): never {
  redirect(listHref(decodeListState(readText(form, 'listState'))), RedirectType.replace)
}

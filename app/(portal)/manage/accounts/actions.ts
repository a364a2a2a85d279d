'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { BulkState } from '#app/(portal)/_bulk/bulk-state.ts'
import { submitBulk } from '#app/(portal)/_bulk/submit-bulk.ts'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { returnToFirstSteps, submitAction, submitForm } from '#app/(portal)/_forms/submit-form.ts'
import { findWork } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { runUserAction } from '#app/(portal)/_session/user.ts'
import { addedHref } from '#app/(portal)/_urls/accounts-url.ts'
import { endSessionOfAccount } from '#lib/domain/accounts/account-management/account-page.ts'
import { createAccount, findPageStart } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { accountActions, readAccount } from './account-actions.ts'
import { bulkAccounts } from './bulk-accounts.ts'

/** Leads to the page of the list that contains the account, or back to the first steps. */
export async function addAccountAction(_before: FormState, form: FormData): Promise<FormState> {
  const state = await submitForm(form, async (services, actor) => {
    await createAccount(services, actor, readAccount(form))
  })
  if (!state.result?.ok) return state
  returnToFirstSteps(form)
  const id = readText(form, 'id').trim()
  const start = await runUserAction((services, actor) => findPageStart(services, actor, id))
  redirect(addedHref(id, start.ok ? start.value : undefined), RedirectType.replace)
}

export async function changeAccountAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAction(accountActions, form)
}

/** Does what needs no dialog. A refusal needs no message: the page still shows the stored state. */
export async function controlAccountAction(form: FormData): Promise<void> {
  await runUserAction((services, actor) => findWork(accountActions, form)(services, actor))
  refresh()
}

/** Ends an account's session. A refusal needs no message: the page shows which sessions are open. */
export async function endAccountSessionAction(form: FormData): Promise<void> {
  const [accountId, sessionId] = [readText(form, 'accountId'), readText(form, 'sessionId')]
  await runUserAction((services, actor) => endSessionOfAccount(services, actor, { accountId, sessionId }))
  refresh()
}

/** Changes the selected accounts, and reverses that. */
export async function changeSelectedAction(_before: BulkState, form: FormData): Promise<BulkState> {
  return submitBulk(bulkAccounts, form)
}

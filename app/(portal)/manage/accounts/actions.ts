'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { NewAccount } from '#lib/accounts/account.ts'
import { createAccount } from '#lib/accounts/create-account.ts'
import { resumeAccount } from '#lib/accounts/resume-account.ts'
import { accountSchema } from '#lib/accounts/schema.ts'
import { suspendAccount } from '#lib/accounts/suspend-account.ts'
import { updateAccount } from '#lib/accounts/update-account.ts'
import type { ActionResult } from '#lib/http/action-result.ts'
import { parseInput } from '#lib/http/parse-input.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'
import { runPersonAction } from '../../_session/person.ts'
import type { AccountFormState } from './form-state.ts'
import { listHref, unpackPlace } from './list-place.ts'

export async function addAccount(_before: AccountFormState, form: FormData): Promise<AccountFormState> {
  const state = await submitAccount(form, createAccount)
  // The list may be long: it shows the new one.
  if (state.result?.ok) redirect(listHref({ query: state.entered.id }), RedirectType.replace)
  return state
}

export async function editAccount(_before: AccountFormState, form: FormData): Promise<AccountFormState> {
  const state = await submitAccount(form, updateAccount)
  if (state.result?.ok) redirectBack(form)
  return state
}

export async function suspend(
  _before: ActionResult<unknown> | undefined,
  form: FormData,
): Promise<ActionResult<unknown>> {
  const result = await runPersonAction((services, person) => suspendAccount(services, person, readText(form, 'id')))
  if (result.ok) redirectBack(form)
  return result
}

/** What is refused shows by itself: the list is what it is. */
export async function resume(form: FormData): Promise<void> {
  await runPersonAction((services, person) => resumeAccount(services, person, readText(form, 'id')))
  refresh()
}

type AccountUseCase = (services: Services, person: Person, account: NewAccount) => Promise<unknown>

async function submitAccount(form: FormData, apply: AccountUseCase): Promise<AccountFormState> {
  const entered = {
    id: readText(form, 'id').trim(),
    name: readText(form, 'name'),
    locale: readText(form, 'locale'),
    deepPath: readText(form, 'deepPath'),
  }
  const result = await runPersonAction(async (services, person) => {
    const locale = entered.locale.trim().toLowerCase().replace('_', '-')
    await apply(services, person, parseInput(accountSchema, { ...entered, locale }))
  })
  return { result, entered }
}

/** Replaces the dialog's place in the history: Back does not open it again. */
function redirectBack(form: FormData): never {
  redirect(listHref(unpackPlace(readText(form, 'place'))), RedirectType.replace)
}

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

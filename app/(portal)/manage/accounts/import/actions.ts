'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { importHref } from '#app/(portal)/_urls/accounts-url.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import { runAccountImport } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { getServices } from '#lib/foundation/services.ts'
import { submitUpload } from './submit-upload.ts'

export async function uploadFile(_before: ActionState, form: FormData): Promise<ActionState> {
  const actor = await requireUser()
  const result = await submitUpload(await getServices(), actor, form)
  if (result.ok) redirect(importHref(result.value))
  return { result }
}

/** Runs until the import has finished; meanwhile the page polls its progress. */
export async function runImport(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requireUser()
  const state = await runForm(await getServices(), actor, form, async (services, confirmedActor) => {
    const [id, skipBad] = [readText(form, 'id'), readText(form, 'skipBad') === 'true']
    await runAccountImport(services, confirmedActor, { id, skipBad })
  })
  refresh()
  return state
}

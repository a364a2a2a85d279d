'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { runAccountImport } from '#lib/account-imports/run-account-import.ts'
import { getServices } from '#lib/services.ts'
import type { ActionState } from '../../../../../components/connection/use-form.ts'
import { readText } from '../../../_session/form-text.ts'
import { requireUser } from '../../../_session/user.ts'
import type { FormState } from '../../../users-and-access/form-state.ts'
import { runForm } from '../../../users-and-access/run-form.ts'
import { importHref } from '../list-state.ts'
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

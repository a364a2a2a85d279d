'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { runAccountImport } from '#lib/account-imports/run-account-import.ts'
import { getServices } from '#lib/services.ts'
import type { ActionState } from '../../../../../components/connection/use-form.ts'
import { readText } from '../../../_session/form-text.ts'
import { requireUser, runUserAction } from '../../../_session/user.ts'
import { importHref } from '../list-state.ts'
import { submitUpload } from './submit-upload.ts'

export async function uploadFile(_before: ActionState, form: FormData): Promise<ActionState> {
  const actor = await requireUser()
  const result = await submitUpload(await getServices(), actor, form)
  if (result.ok) redirect(importHref(result.value))
  return { result }
}

/** Runs until the import has finished; meanwhile the page polls its progress. */
export async function runImport(_before: ActionState, form: FormData): Promise<ActionState> {
  const [id, skipBad] = [readText(form, 'id'), readText(form, 'skipBad') === 'true']
  const result = await runUserAction((services, actor) => runAccountImport(services, actor, { id, skipBad }))
  refresh()
  return { result }
}

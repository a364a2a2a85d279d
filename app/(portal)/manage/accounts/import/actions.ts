'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { runAccountImport } from '#lib/account-imports/run-account-import.ts'
import { uploadAccountImport } from '#lib/account-imports/upload-account-import.ts'
import { maxFileBytes } from '#lib/accounts/account-file.ts'
import { Refusal } from '#lib/errors.ts'
import type { ActionResult } from '#lib/http/action-result.ts'
import { runPersonAction } from '../../../_session/person.ts'
import { importHref } from './import-place.ts'

export async function uploadFile(
  _before: ActionResult<string> | undefined,
  form: FormData,
): Promise<ActionResult<string>> {
  const file = form.get('file')
  const result = await runPersonAction(async (services, person) => {
    if (!(file instanceof File) || file.name === '') {
      throw new Refusal('input_invalid', { fields: { file: 'required' } })
    }
    // Before it is read into memory.
    if (file.size > maxFileBytes) throw new Refusal('input_invalid', { fields: { file: 'too_large' } })
    const bytes = new Uint8Array(await file.arrayBuffer())
    return uploadAccountImport(services, person, { fileName: file.name, bytes })
  })
  if (result.ok) redirect(importHref(result.value))
  return result
}

/** Runs to the end of the import; meanwhile the page asks how far it is. */
export async function runImport(
  _before: ActionResult<unknown> | undefined,
  form: FormData,
): Promise<ActionResult<unknown>> {
  const id = form.get('id')
  const result = await runPersonAction((services, person) =>
    runAccountImport(services, person, {
      id: typeof id === 'string' ? id : '',
      skipBad: form.get('skipBad') === 'true',
    }),
  )
  refresh()
  return result
}

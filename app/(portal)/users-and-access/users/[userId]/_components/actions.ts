'use server'

import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitAction, submitForm } from '#app/(portal)/_forms/submit-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { type RotatedSecrets, rotateSeenSecrets } from '#lib/domain/people/leaver-sheet/rotate-seen-secrets.ts'
import { identityActions, sheetActions } from './sheet-actions.ts'

export async function changeSheetAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAction({ ...sheetActions, ...identityActions }, form)
}

type RotateState = FormState<RotatedSecrets>

/** The result holds the only copy of the secrets: they aren't stored, and the page isn't rendered with them. */
export async function rotateSeenAction(_before: RotateState, form: FormData): Promise<RotateState> {
  return submitForm(form, (services, actor) => rotateSeenSecrets(services, actor, readText(form, 'userId')))
}

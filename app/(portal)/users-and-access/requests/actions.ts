'use server'

import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitDialog } from '#app/(portal)/_forms/submit-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { decideAccessRequest } from '#lib/domain/people/access-requests/decide-access-request.ts'

/** Approves or declines. */
export async function decideRequestAction(_before: FormState, form: FormData): Promise<FormState> {
  const [requestId, decision, note] = [readText(form, 'requestId'), readText(form, 'decision'), readText(form, 'note')]
  return submitDialog(form, (services, actor) => decideAccessRequest(services, actor, { requestId, decision, note }))
}

import { getServices } from '#lib/services.ts'
import { requireUser } from '../_session/user.ts'
import type { FormState } from './form-state.ts'
import { type FormWork, runForm } from './run-form.ts'

/** Runs a form of this page for the signed-in user. Call `redirect` after it. */
export async function submitForm<T>(form: FormData, work: FormWork<T>): Promise<FormState<T>> {
  const actor = await requireUser()
  return runForm(await getServices(), actor, form, work)
}

'use server'

import { leaveDialog } from '#app/(portal)/_forms/submit-form.ts'
import { runUserAction } from '#app/(portal)/_session/user.ts'
import { hideFirstSteps } from '#lib/domain/organization/first-steps/first-steps.ts'

/** Closes the first steps for this user and goes on. A refusal needs no message: the page shows the stored state. */
export async function closeSteps(form: FormData): Promise<void> {
  await runUserAction(hideFirstSteps)
  leaveDialog(form)
}

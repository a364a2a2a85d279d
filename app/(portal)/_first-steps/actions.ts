'use server'

import { refresh } from 'next/cache'
import { runUserAction } from '#app/(portal)/_session/user.ts'
import { hideFirstSteps } from '#lib/domain/organization/first-steps/first-steps.ts'

/** Hides the checklist from this user. A refusal needs no message: the page shows the stored state. */
export async function hideSteps(): Promise<void> {
  await runUserAction(hideFirstSteps)
  refresh()
}

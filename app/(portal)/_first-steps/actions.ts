'use server'

import { refresh } from 'next/cache'
import { hideFirstSteps } from '#lib/first-steps/first-steps.ts'
import { runUserAction } from '../_session/user.ts'

/** Hides the checklist from this user. A refusal needs no message: the page shows the stored state. */
export async function hideSteps(): Promise<void> {
  await runUserAction(hideFirstSteps)
  refresh()
}

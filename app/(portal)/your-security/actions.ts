'use server'

import { revalidatePath } from 'next/cache'
import type { ActionResult } from '#lib/http/action-result.ts'
import { endOtherSessions, endOwnSession } from '#lib/portal-sessions/end-sessions.ts'
import { changePassword as changeOwnPassword } from '#lib/user-lifecycle/set-password.ts'
import { readText } from '../_session/form-text.ts'
import { runUserAction } from '../_session/user.ts'

const page = '/your-security'

export type PasswordChanged = ActionResult<Readonly<{ changedAt: number; endedSessions: number }>>

/** Changes the user's own password, which ends all other sessions. */
export async function changePassword(_former: PasswordChanged | undefined, form: FormData): Promise<PasswordChanged> {
  const currentPassword = readText(form, 'currentPassword')
  const newPassword = readText(form, 'newPassword')
  const result = await runUserAction((services, actor) =>
    changeOwnPassword(services, actor, { currentPassword, newPassword }),
  )
  if (result.ok) revalidatePath(page)
  return result
}

export type SessionsEnded = ActionResult<'one' | Readonly<{ others: number }>>

/** Ends the session that the button names, or all others. */
export async function endSessions(_former: SessionsEnded | undefined, form: FormData): Promise<SessionsEnded> {
  const sessionId = readText(form, 'sessionId')
  const result = await runUserAction(async (services, actor) => {
    if (sessionId === 'others') return { others: await endOtherSessions(services, actor) }
    await endOwnSession(services, actor, sessionId)
    return 'one' as const
  })
  revalidatePath(page)
  return result
}

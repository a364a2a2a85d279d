'use server'

import { revalidatePath } from 'next/cache'
import { endOtherSessions, endOwnSession } from '#lib/portal-sessions/end-sessions.ts'
import { changePassword as changeOwnPassword } from '#lib/user-lifecycle/set-password.ts'
import type { ActionState } from '../../../components/connection/use-form.ts'
import { readText } from '../_session/form-text.ts'
import { runUserAction } from '../_session/user.ts'

const page = '/your-security'

export type PasswordChanged = ActionState<Readonly<{ changedAt: number; endedSessions: number }>>

/** Changes the user's own password, which ends all other sessions. */
export async function changePassword(_former: PasswordChanged, form: FormData): Promise<PasswordChanged> {
  const currentPassword = readText(form, 'currentPassword')
  const newPassword = readText(form, 'newPassword')
  const result = await runUserAction((services, actor) =>
    changeOwnPassword(services, actor, { currentPassword, newPassword }),
  )
  if (result.ok) revalidatePath(page)
  return { result }
}

export type SessionsEnded = ActionState<'one' | Readonly<{ others: number }>>

/** Ends the session that the button names, or all others. */
export async function endSessions(_former: SessionsEnded, form: FormData): Promise<SessionsEnded> {
  const sessionId = readText(form, 'sessionId')
  const result = await runUserAction(async (services, actor) => {
    if (sessionId === 'others') return { others: await endOtherSessions(services, actor) }
    await endOwnSession(services, actor, sessionId)
    return 'one' as const
  })
  revalidatePath(page)
  return { result }
}

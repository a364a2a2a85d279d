'use server'

import { redirect } from 'next/navigation'
import { runAnonymousAction } from '#app/(portal)/_session/anonymous.ts'
import { signInAfterLink } from '#app/(portal)/_session/auth.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import { setPassword as setPasswordByLink } from '#lib/domain/people/user-lifecycle/set-password.ts'

export async function setPasswordAction(_former: ActionState, form: FormData): Promise<ActionState> {
  const password = readText(form, 'password')
  const token = readText(form, 'token')
  const result = await runAnonymousAction((services, anonymous) =>
    setPasswordByLink(services, anonymous, { token, password }),
  )
  if (!result.ok) return { result }
  redirect(await signInAfterLink({ name: result.value.username, password }, 'password-set'))
}

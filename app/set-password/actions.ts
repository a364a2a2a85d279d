'use server'

import { redirect } from 'next/navigation'
import type { ActionResult } from '#lib/http/action-result.ts'
import { setPassword as setPasswordByLink } from '#lib/user-lifecycle/set-password.ts'
import { runAnonymousAction } from '../(portal)/_session/anonymous.ts'
import { signInAfterLink } from '../(portal)/_session/auth.ts'
import { readText } from '../(portal)/_session/form-text.ts'

export type SetPasswordState = Readonly<{ result?: ActionResult }>

/** Sets the password of the link's user and signs them in. */
export async function setPassword(_former: SetPasswordState, form: FormData): Promise<SetPasswordState> {
  const password = readText(form, 'password')
  const token = readText(form, 'token')
  const result = await runAnonymousAction((services, anonymous) =>
    setPasswordByLink(services, anonymous, { token, password }),
  )
  if (!result.ok) return { result }
  redirect(await signInAfterLink({ name: result.value.username, password }, 'password-set'))
}

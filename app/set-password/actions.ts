'use server'

import { redirect } from 'next/navigation'
import { type ActionResult, runAction } from '#lib/http/action-result.ts'
import { getServices } from '#lib/services.ts'
import { setPassword as setPasswordByLink } from '#lib/user-lifecycle/set-password.ts'
import { currentAnonymous } from '../(portal)/_session/anonymous.ts'
import { readText } from '../(portal)/_session/form-text.ts'
import { signInAfterLink } from '../(portal)/_session/sign-in-after-link.ts'

export type SetPasswordState = Readonly<{ result?: ActionResult }>

/** Sets the password of the link's user and signs them in. */
export async function setPassword(_former: SetPasswordState, form: FormData): Promise<SetPasswordState> {
  const password = readText(form, 'password')
  const token = readText(form, 'token')
  const [services, visitor] = [await getServices(), await currentAnonymous()]
  const result = await runAction(services, visitor, () => setPasswordByLink(services, visitor, { token, password }))
  if (!result.ok) return { result }
  redirect(await signInAfterLink({ name: result.value.username, password }, 'password-set'))
}

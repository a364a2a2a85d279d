'use server'

import { RedirectType, redirect } from 'next/navigation'
import type { ActionResult } from '#lib/http/action-result.ts'
import { toNextPath } from '#lib/portal-sessions/next-path.ts'
import { runAnonymousAction } from '../(portal)/_session/anonymous.ts'
import { signInWithCookies } from '../(portal)/_session/auth.ts'
import { readText } from '../(portal)/_session/form-text.ts'

export type SignInState = Readonly<{
  result?: ActionResult
  /** The submitted values except the password, to restore after a refusal. */
  name: string
}>

/** Signs in and redirects to the requested page. */
export async function signIn(_former: SignInState, form: FormData): Promise<SignInState> {
  const name = readText(form, 'name')
  const password = readText(form, 'password')
  const result = await runAnonymousAction(() => signInWithCookies({ name, password }))
  // Replaces this page in the history, so that Back returns to where the user came from.
  if (result.ok) redirect(toNextPath(readText(form, 'next')), RedirectType.replace)
  return { result, name }
}

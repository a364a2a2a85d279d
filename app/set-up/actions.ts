'use server'

import { redirect } from 'next/navigation'
import { runAnonymousAction } from '#app/(portal)/_session/anonymous.ts'
import { signInAfterLink } from '#app/(portal)/_session/auth.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import { setUp } from '#lib/domain/people/password-links/set-up.ts'

export type SetUpState = ActionState &
  Readonly<{
    /** The submitted values except the password, to restore after a refusal. */
    typed: Readonly<{ name: string; email: string; username: string }>
  }>

/** Creates the first owner and signs them in. */
export async function createOwner(_former: SetUpState, form: FormData): Promise<SetUpState> {
  const typed = { name: readText(form, 'name'), email: readText(form, 'email'), username: readText(form, 'username') }
  const password = readText(form, 'password')
  const token = readText(form, 'token')
  const result = await runAnonymousAction(async (services, anonymous) => {
    await setUp(services, anonymous, { ...typed, password, token })
  })
  if (!result.ok) return { result, typed }
  redirect(await signInAfterLink({ name: typed.username, password }, 'set-up'))
}

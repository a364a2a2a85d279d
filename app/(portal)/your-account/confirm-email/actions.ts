'use server'

import { redirect } from 'next/navigation'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { runUserAction } from '#app/(portal)/_session/user.ts'
import { yourAccountPath } from '#app/(portal)/_urls/your-account-url.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import { proveOwnEmail } from '#lib/domain/people/user-lifecycle/own-names.ts'

export async function confirmEmail(_former: ActionState, form: FormData): Promise<ActionState> {
  const result = await runUserAction((services, actor) => proveOwnEmail(services, actor, readText(form, 'token')))
  if (!result.ok) return { result }
  redirect(yourAccountPath)
}

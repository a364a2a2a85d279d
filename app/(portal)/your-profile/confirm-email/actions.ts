'use server'

import { redirect } from 'next/navigation'
import { proveOwnEmail } from '#lib/user-lifecycle/own-names.ts'
import type { ActionState } from '../../../../components/connection/use-form.ts'
import { readText } from '../../_session/form-text.ts'
import { runUserAction } from '../../_session/user.ts'

export async function confirmEmail(_former: ActionState, form: FormData): Promise<ActionState> {
  const result = await runUserAction((services, actor) => proveOwnEmail(services, actor, readText(form, 'token')))
  if (!result.ok) return { result }
  redirect('/your-profile')
}

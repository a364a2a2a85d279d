'use server'

import { RedirectType, redirect } from 'next/navigation'
import { requireBoundedForm } from '#app/(portal)/_session/bounded-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { runUserAction } from '#app/(portal)/_session/user.ts'
import { ownRequestsPath } from '#app/(portal)/_urls/access-requests-url.ts'
import { toHref } from '#app/(portal)/_urls/list-url.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import { requestAccess } from '#lib/domain/people/access-requests/request-access.ts'

export type RequestState = ActionState & Readonly<{ accountId: string; reason: string }>

/** Requests access for the signed-in user, then shows the list of requests. */
export async function requestAccessAction(_before: RequestState, form: FormData): Promise<RequestState> {
  const [accountId, reason] = [readText(form, 'accountId'), readText(form, 'reason')]
  const result = await runUserAction(async (services, actor) => {
    requireBoundedForm(form)
    await requestAccess(services, actor, { accountId, reason })
  })
  if (result.ok) redirect(toHref(ownRequestsPath, { sent: accountId.trim() }), RedirectType.replace)
  return { result, accountId, reason }
}

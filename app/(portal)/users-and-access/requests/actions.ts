'use server'

import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { requestsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { decideAccessRequest } from '#lib/domain/people/access-requests/decide-access-request.ts'
import { getServices } from '#lib/foundation/services.ts'

/** Approves or declines. Without scripts, redirects to the list; with scripts, the dialog closes itself. */
export async function decideRequestAction(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requireUser()
  const state = await runForm(await getServices(), actor, form, (services, confirmed) =>
    decideAccessRequest(services, confirmed, {
      requestId: readText(form, 'requestId'),
      decision: readText(form, 'decision'),
      note: readText(form, 'note'),
    }),
  )
  if (state.result?.ok && !(await hasScripts())) {
    redirect(requestsHref(readText(form, 'after')), RedirectType.replace)
  }
  return state
}

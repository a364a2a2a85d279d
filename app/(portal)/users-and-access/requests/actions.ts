'use server'

import { RedirectType, redirect } from 'next/navigation'
import { decideAccessRequest } from '#lib/access-requests/decide-access-request.ts'
import { getServices } from '#lib/services.ts'
import { readText } from '../../_session/form-text.ts'
import { hasScripts } from '../../_session/has-scripts.ts'
import { requireUser } from '../../_session/user.ts'
import type { FormState } from '../form-state.ts'
import { requestsHref } from '../list-state.ts'
import { runForm } from '../run-form.ts'

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

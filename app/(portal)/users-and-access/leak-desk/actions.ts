'use server'

import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { requireBoundedForm } from '#app/(portal)/_session/bounded-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { leakDeskHref } from '#app/(portal)/_urls/leak-desk-url.ts'
import { type CheckedCredential, checkLeak } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { containLeak } from '#lib/domain/keys/leak-desk/contain-leak.ts'
import type { Containment } from '#lib/domain/keys/leak-desk/containable.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { runAction } from '#lib/web/http/action-result.ts'

export type CheckState = Readonly<{
  result?: Awaited<ReturnType<typeof runAction<readonly CheckedCredential[]>>> | undefined
}>

/** Unlike other forms, returns nothing that was entered. */
export async function checkLeakAction(_before: CheckState, form: FormData): Promise<CheckState> {
  const [actor, services] = await Promise.all([requireUser(), getServices()])
  const result = await runAction(services, actor, async () => {
    requireManager(actor)
    requireBoundedForm(form)
    return checkLeak(services, actor, readText(form, 'text'))
  })
  return { result }
}

export async function containLeakAction(_before: FormState, form: FormData): Promise<FormState> {
  const [actor, services] = await Promise.all([requireUser(), getServices()])
  const [keyId, id] = [readText(form, 'keyId'), readText(form, 'id')]
  // The schema refuses what is none of the subjects.
  const target = { keyId, id, subject: readText(form, 'subject') as Containment['subject'] }
  const state = await runForm(services, actor, form, (_, confirmed) => containLeak(services, confirmed, target))
  if (state.result?.ok && !(await hasScripts())) redirect(leakDeskHref(target, true), RedirectType.replace)
  return state
}

'use server'

import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitDialog } from '#app/(portal)/_forms/submit-form.ts'
import { requireBoundedForm } from '#app/(portal)/_session/bounded-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
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
  // The schema refuses what is none of the subjects.
  const subject = readText(form, 'subject') as Containment['subject']
  const target = { keyId: readText(form, 'keyId'), id: readText(form, 'id'), subject }
  return submitDialog(form, (services, actor) => containLeak(services, actor, target))
}

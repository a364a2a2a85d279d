'use server'

import { refresh } from 'next/cache'
import { requireBoundedForm } from '#app/(portal)/_session/bounded-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { requireUser, runUserAction } from '#app/(portal)/_session/user.ts'
import { removeView, saveView } from '#lib/domain/events/activity/saved-views.ts'
import { getServices } from '#lib/foundation/services.ts'
import { type ActionResult, runAction } from '#lib/web/http/action-result.ts'

export type ViewFormState = Readonly<{ result: ActionResult<unknown> | undefined }>

export async function saveViewAction(_before: ViewFormState, form: FormData): Promise<ViewFormState> {
  const [services, actor] = [await getServices(), await requireUser()]
  const result = await runAction(services, actor, async () => {
    requireBoundedForm(form)
    await saveView(services, actor, { name: readText(form, 'name'), query: readText(form, 'query') })
  })
  if (result.ok) refresh()
  return { result }
}

export async function deleteViewAction(form: FormData): Promise<void> {
  await runUserAction((services, actor) => removeView(services, actor, readText(form, 'name')))
  refresh()
}

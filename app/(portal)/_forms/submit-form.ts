import { RedirectType, redirect } from 'next/navigation'
import { findWork } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { firstStepsPath } from '#app/(portal)/_urls/admin-places.ts'
import { toNextPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { getServices } from '#lib/foundation/services.ts'
import type { FormState } from './form-state.ts'
import { type FormWork, runForm } from './run-form.ts'

/** The body of a manager's Server Action that shows its result. Call `redirect` after it. */
export async function submitForm<T>(form: FormData, work: FormWork<T>, maxFileBytes?: number): Promise<FormState<T>> {
  const actor = await requireUser()
  return runForm(await getServices(), actor, form, work, maxFileBytes)
}

/**
 * As {@link submitForm} for a dialog that closes when it is done: with scripts itself, without them by a redirect.
 * @param doneHref where to go instead
 */
export async function submitDialog(form: FormData, work: FormWork<unknown>, doneHref?: string): Promise<FormState> {
  const state = await submitForm(form, async (services, actor) => {
    await work(services, actor)
  })
  if (!state.result?.ok) return state
  if (doneHref !== undefined) redirect(doneHref, RedirectType.replace)
  if (!(await hasScripts())) leaveDialog(form)
  return state
}

/** Does what the dialog of a noun names. */
export async function submitAction(actions: Parameters<typeof findWork>[0], form: FormData): Promise<FormState> {
  return submitDialog(form, (services, actor) => findWork(actions, form)(services, actor))
}

/** Goes back to the first steps, if the dialog is open over them. */
export function returnToFirstSteps(form: FormData): void {
  if (readText(form, 'doneHref') === firstStepsPath) redirect(firstStepsPath, RedirectType.replace)
}

/** Goes where `FormDialog` leads: a path, with the section of the page. */
export function leaveDialog(form: FormData): never {
  const [path, section = ''] = readText(form, 'doneHref').split('#')
  const fragment = /^[\w-]+$/.test(section) ? `#${section}` : ''
  redirect(`${toNextPath(path)}${fragment}`, RedirectType.replace)
}

import type { PortalUser } from '#lib/actor.ts'
import { runAction } from '#lib/http/action-result.ts'
import { needsConfirmation, requireManager } from '#lib/permissions.ts'
import { confirmPassword } from '#lib/portal-sessions/check-password.ts'
import type { Services } from '#lib/services.ts'
import { requireBoundedForm } from '../_session/bounded-form.ts'
import { readText } from '../_session/form-text.ts'
import type { FormState } from './form-state.ts'

/** Runs with a form within its limits. */
export type FormWork<T> = (services: Services, actor: PortalUser) => Promise<T>

type FormTask<T> = Readonly<{
  authorize: (actor: PortalUser) => void
  work: FormWork<T>
  maxFileBytes?: number | undefined
}>

/** The body of this page's Server Actions, for managers only. */
export function runForm<T>(
  services: Services,
  actor: PortalUser,
  form: FormData,
  work: FormWork<T>,
  maxFileBytes?: number,
) {
  return runFormFor(services, actor, form, { authorize: requireManager, work, maxFileBytes })
}

/**
 * The body of a Server Action that may need a recent confirmation. Checks role and limits before reading any field. The
 * field `step` says that the form asked for the password: `first`, before it showed its own fields; `continue`, after a
 * submission with an expired confirmation.
 */
export async function runFormFor<T>(
  services: Services,
  actor: PortalUser,
  form: FormData,
  { authorize, work, maxFileBytes }: FormTask<T>,
): Promise<FormState<T>> {
  const bounded = await runAction(services, actor, async () => {
    authorize(actor)
    requireBoundedForm(form, maxFileBytes)
  })
  const askPassword = needsConfirmation(actor, services.clock.now())
  if (!bounded.ok) return { result: bounded, entered: [], askPassword, confirmFirst: false }
  const step = readText(form, 'step')
  const confirmed = await runAction(services, actor, async () =>
    step === '' ? actor : confirmPassword(services, actor, readText(form, 'password')),
  )
  const entered = keepEntered(form)
  const confirmFirst = step === 'first'
  if (!confirmed.ok) return { result: confirmed, entered, askPassword, confirmFirst }
  if (confirmFirst) return { result: undefined, entered, askPassword: false, confirmFirst: false }
  const result = await runAction(services, confirmed.value, () => work(services, confirmed.value))
  const outdated = needsConfirmation(confirmed.value, services.clock.now())
  return { result, entered: result.ok ? [] : entered, askPassword: outdated, confirmFirst: false }
}

/** Fields of the confirmation step, which are never shown again. */
const confirmationFields: ReadonlySet<string> = new Set(['password', 'step'])

function keepEntered(form: FormData): [string, string][] {
  return [...form.entries()].filter((entry): entry is [string, string] => {
    const [name, value] = entry
    return typeof value === 'string' && !confirmationFields.has(name) && !name.startsWith('$ACTION')
  })
}

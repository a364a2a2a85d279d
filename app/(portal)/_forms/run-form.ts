import { setSessionCookie } from '#app/(portal)/_session/auth.ts'
import { requireBoundedForm } from '#app/(portal)/_session/bounded-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { parseCredential } from '#lib/domain/sign-in/passkeys/schema.ts'
import {
  type Confirmation,
  confirmIdentity,
  findConfirmBy,
} from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { runAction } from '#lib/web/http/action-result.ts'
import type { FormState } from './form-state.ts'

/** Runs with a form within its limits. */
export type FormWork<T> = (services: Services, actor: PortalUser) => Promise<T>

type FormTask<T> = Readonly<{
  authorize: (actor: PortalUser) => void
  work: FormWork<T>
  /** Reads what the form shows after its first confirmation. */
  prepare?: FormWork<void> | undefined
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
 * field `step` says that the form asked for a confirmation: `first`, before it showed its own fields; `continue`, after
 * a submission with an expired confirmation.
 */
export async function runFormFor<T>(
  services: Services,
  actor: PortalUser,
  form: FormData,
  { authorize, work, prepare, maxFileBytes }: FormTask<T>,
): Promise<FormState<T>> {
  const bounded = await runAction(services, actor, async () => {
    authorize(actor)
    requireBoundedForm(form, maxFileBytes)
  })
  if (!bounded.ok) {
    return { result: bounded, entered: [], confirmBy: await findConfirmBy(services, actor), confirmFirst: false }
  }
  const step = readText(form, 'step')
  const confirmed = await runAction(services, actor, async () =>
    step === '' ? actor : confirm(services, actor, readConfirmation(form)),
  )
  const entered = keepEntered(form)
  const confirmFirst = step === 'first'
  if (!confirmed.ok)
    return { result: confirmed, entered, confirmBy: await findConfirmBy(services, actor), confirmFirst }
  if (confirmFirst) {
    await prepare?.(services, confirmed.value)
    return { result: undefined, entered, confirmBy: false, confirmFirst: false }
  }
  const result = await runAction(services, confirmed.value, () => work(services, confirmed.value))
  const confirmBy = await findConfirmBy(services, confirmed.value)
  return { result, entered: result.ok ? [] : entered, confirmBy, confirmFirst: false }
}

/** The browser gets the session's new secret. @throws Refusal as `confirmIdentity` */
async function confirm(services: Services, actor: PortalUser, given: Confirmation): Promise<PortalUser> {
  const { user, secret } = await confirmIdentity(services, actor, given)
  if (secret !== undefined) await setSessionCookie(secret)
  return user
}

function readConfirmation(form: FormData): Confirmation {
  const passkey = readText(form, 'passkey')
  if (passkey === '') return { password: readText(form, 'password'), code: readText(form, 'code') }
  return { passkey: parseCredential(passkey) }
}

/** Fields of the confirmation step, which are never shown again. */
const confirmationFields: ReadonlySet<string> = new Set(['password', 'code', 'passkey', 'step'])

/** The values to restore. */
export function keepEntered(form: FormData): [string, string][] {
  return [...form.entries()].filter((entry): entry is [string, string] => {
    const [name, value] = entry
    return typeof value === 'string' && !confirmationFields.has(name) && !name.startsWith('$ACTION')
  })
}

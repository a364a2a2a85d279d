'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runFormFor } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser, runUserAction } from '#app/(portal)/_session/user.ts'
import { organizationPath } from '#app/(portal)/_urls/organization-url.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import { removeLogo, updateOrganization } from '#lib/domain/organization/organization/manage-organization.ts'
import { signOutAllUsers } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import { requireManagerOf } from '#lib/foundation/authorization/permissions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { sendTestMail, type TestOutcome } from '#lib/server/mail-delivery/send-test-mail.ts'
import { submitLogo } from './submit-logo.ts'

/** `entered`: restored after a refusal without scripts. */
export type IdentityState = ActionState & Readonly<{ entered?: Readonly<{ name: string; accent: string }> }>

/** Saves name and accent color; an empty one goes back to the product's. */
export async function saveIdentity(_former: IdentityState, form: FormData): Promise<IdentityState> {
  const entered = { name: readText(form, 'name'), accent: readText(form, 'accent') }
  const result = await runUserAction((services, actor) => updateOrganization(services, actor, entered))
  if (result.ok) refresh()
  return { result, entered }
}

export async function saveLogo(_former: ActionState, form: FormData): Promise<ActionState> {
  const actor = await requireUser()
  const result = await submitLogo(await getServices(), actor, form)
  if (result.ok) refresh()
  return { result }
}

export async function sendTestMessage(
  _former: ActionState<TestOutcome>,
  _form: FormData,
): Promise<ActionState<TestOutcome>> {
  return { result: await runUserAction((services, actor) => sendTestMail(services, actor)) }
}

export async function deleteLogo(_former: ActionState, _form: FormData): Promise<ActionState> {
  const result = await runUserAction((services, actor) => removeLogo(services, actor))
  if (result.ok) refresh()
  return { result }
}

type EndState = FormState<Awaited<ReturnType<typeof signOutAllUsers>>>

/** Ends the sessions of all users but the current one. Without scripts, returns to the page. */
export async function endAllSessionsAction(_former: EndState, form: FormData): Promise<EndState> {
  const actor = await requireUser()
  const state = await runFormFor(await getServices(), actor, form, {
    authorize: (user) => requireManagerOf(user, 'owner'),
    work: signOutAllUsers,
  })
  if (state.result?.ok && !(await hasScripts())) redirect(organizationPath, RedirectType.replace)
  return state
}

'use server'

import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { userHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { type RotatedSecrets, rotateSeenSecrets } from '#lib/domain/people/leaver-sheet/rotate-seen-secrets.ts'
import { approveNames, rejectNames } from '#lib/domain/people/user-lifecycle/decide-names.ts'
import { unlinkIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { signOutUser } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import { getServices } from '#lib/foundation/services.ts'

/** Unlinks an identity at a sign-in provider. Returns like {@link endUserSessionsAction}. */
export async function unlinkUserIdentityAction(_before: FormState, form: FormData): Promise<FormState> {
  const [actor, userId] = [await requireUser(), readText(form, 'userId')]
  const state = await runForm(await getServices(), actor, form, async (services, confirmed) => {
    await unlinkIdentity(services, confirmed, readText(form, 'identityId'))
  })
  if (state.result?.ok && !(await hasScripts())) redirect(userHref(userId), RedirectType.replace)
  return state
}

/** Decides on the names that the user chose, as the dialog showed them. Returns like {@link endUserSessionsAction}. */
export async function decideNamesAction(_before: FormState, form: FormData): Promise<FormState> {
  const [actor, userId] = [await requireUser(), readText(form, 'userId')]
  const decision = { userId, username: readText(form, 'username'), email: readText(form, 'email') }
  const decide = readText(form, 'decision') === 'approve' ? approveNames : rejectNames
  const state = await runForm(await getServices(), actor, form, (services, confirmed) =>
    decide(services, confirmed, decision),
  )
  if (state.result?.ok && !(await hasScripts())) redirect(userHref(userId), RedirectType.replace)
  return state
}

type RotateState = FormState<RotatedSecrets>

/** Ends all sessions of the user. Without scripts, returns to the page; with scripts, the dialog closes itself. */
export async function endUserSessionsAction(_before: FormState, form: FormData): Promise<FormState> {
  const [actor, userId] = [await requireUser(), readText(form, 'userId')]
  const state = await runForm(await getServices(), actor, form, async (services, confirmed) => {
    await signOutUser(services, confirmed, userId)
  })
  if (state.result?.ok && !(await hasScripts())) redirect(userHref(userId), RedirectType.replace)
  return state
}

/** The result holds the only copy of the secrets: they aren't stored, and the page isn't rendered with them. */
export async function rotateSeenAction(_before: RotateState, form: FormData): Promise<RotateState> {
  const actor = await requireUser()
  return runForm(await getServices(), actor, form, (services, confirmed) =>
    rotateSeenSecrets(services, confirmed, readText(form, 'userId')),
  )
}

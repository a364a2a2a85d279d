'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { type FormWork, runFormFor } from '#app/(portal)/_forms/run-form.ts'
import { setSessionCookie } from '#app/(portal)/_session/auth.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser, runUserAction } from '#app/(portal)/_session/user.ts'
import { securityHref, yourAccountPath } from '#app/(portal)/_urls/your-account-url.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import {
  addApp,
  addPasskey,
  offerApp,
  offerPasskey,
  readOwnFactors,
  removeApp,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
} from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { changePassword as changeOwnPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { drawQrCode } from '#lib/domain/sign-in/authenticator-apps/qr-code.ts'
import { unlinkIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { parseCredential, passkeyNameSchema } from '#lib/domain/sign-in/passkeys/schema.ts'
import { endOtherSessions, endOwnSession } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

export type PasswordChanged = ActionState<Readonly<{ changedAt: number; endedSessions: number }>>

/** Changes the user's own password, which ends all other sessions. */
export async function changePasswordAction(_former: PasswordChanged, form: FormData): Promise<PasswordChanged> {
  const currentPassword = readText(form, 'currentPassword')
  const newPassword = readText(form, 'newPassword')
  const result = await runUserAction(async (services, actor) => {
    const { secret, ...changed } = await changeOwnPassword(services, actor, { currentPassword, newPassword })
    if (secret !== undefined) await setSessionCookie(secret)
    return changed
  })
  if (result.ok) refresh()
  return { result }
}

type Ended = 'one' | Readonly<{ others: number }>

/** Ends the session that the form names, or all others. */
export async function endSessionAction(_former: FormState<Ended>, form: FormData): Promise<FormState<Ended>> {
  const sessionId = readText(form, 'sessionId')
  const state = await submitForm<Ended>(form, async (services, user) => {
    if (sessionId === 'others') return { others: await endOtherSessions(services, user) }
    await endOwnSession(services, user, sessionId)
    return 'one'
  })
  // With scripts, the dialog says what ended, and leads back. A refresh would remove it before.
  if (state.result?.ok && !(await hasScripts())) await finish(undefined)
  return state
}

/** A factor that was added. `codes`: the recovery codes that came with the first one, shown once. */
export type AddedFactor = Readonly<{ codes: readonly string[] | undefined; nextHref: string }>

/** Undefined if the confirmation came first, and the browser wasn't asked for the passkey yet. */
export type PasskeyState = FormState<AddedFactor | undefined>

export async function addPasskeyAction(_former: PasskeyState, form: FormData): Promise<PasskeyState> {
  const name = readText(form, 'name')
  const credential = readText(form, 'credential')
  const state = await submitForm(form, async (services, user) => {
    if (credential === '') {
      parseInput(passkeyNameSchema, { name })
      await offerPasskey(services, user)
      return undefined
    }
    const added = await addPasskey(services, user, { response: parseCredential(credential), name })
    const { passkeys } = await readOwnFactors(services, user)
    const nextHref = passkeys.length === 1 ? securityHref('second-passkey') : yourAccountPath
    return { codes: added.recoveryCodes, nextHref }
  })
  if (state.result?.ok && state.result.value) refresh()
  return state
}

/** What the form shows before the app is confirmed: the secret, and the same as a QR code and sealed. */
export type ShownApp = Readonly<{ secret: string; sealed: string; qrCode: ReturnType<typeof drawQrCode> }>

export type AppState = FormState<AddedFactor, ShownApp>

/** The offer stays the same until the code is right. */
export async function addAppAction(_former: AppState, form: FormData): Promise<AppState> {
  let shown: ShownApp | undefined
  const prepare: FormWork<void> = async (services, user) => {
    const { uri, ...offered } = await offerApp(services, user, readText(form, 'sealed'))
    shown = { ...offered, qrCode: drawQrCode(uri) }
  }
  const state = await submitForm(
    form,
    async (services, user) => {
      await prepare(services, user)
      const input = { sealed: readText(form, 'sealed'), code: readText(form, 'appCode') }
      return { codes: (await addApp(services, user, input)).recoveryCodes, nextHref: yourAccountPath }
    },
    prepare,
  )
  if (state.result?.ok) await finish(state.result.value.codes)
  return { ...state, shown }
}

export async function replaceCodesAction(
  _former: FormState<readonly string[]>,
  form: FormData,
): Promise<FormState<readonly string[]>> {
  const state = await submitForm(form, replaceRecoveryCodes)
  if (state.result?.ok) refresh()
  return state
}

export async function renamePasskeyAction(_former: FormState, form: FormData): Promise<FormState> {
  const [id, name] = [readText(form, 'id'), readText(form, 'name')]
  return submitAndReturn(form, (services, user) => renamePasskey(services, user, { id, name }))
}

export async function removePasskeyAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, user) => removePasskey(services, user, readText(form, 'id')))
}

export async function removeAppAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, removeApp)
}

/** The session may have come from the identity: it ends then. */
export async function unlinkIdentityAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, async (services, user) => {
    await unlinkIdentity(services, user, readText(form, 'id'))
  })
}

async function submitAndReturn<T>(form: FormData, work: FormWork<T>): Promise<FormState<T>> {
  const state = await submitForm(form, work)
  if (state.result?.ok) await finish(undefined)
  return state
}

/** Every user manages their own factors. */
async function submitForm<T>(form: FormData, work: FormWork<T>, prepare?: FormWork<void>): Promise<FormState<T>> {
  return runFormFor(await getServices(), await requireUser(), form, { authorize: () => undefined, work, prepare })
}

/** Shows the page as it is now. Without scripts, returns to it unless there is something to show first. */
async function finish(codes: readonly string[] | undefined): Promise<void> {
  if (codes || (await hasScripts())) refresh()
  else redirect(yourAccountPath, RedirectType.replace)
}

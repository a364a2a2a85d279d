'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { type FormWork, runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser, runUserAction } from '#app/(portal)/_session/user.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { takePublicKey } from '#app/(portal)/users-and-access/take-public-key.ts'
import type { RetirementChoice } from '#lib/domain/keys/api-keys/key-secret.ts'
import { type HandOverLink, handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { withdrawHandOver } from '#lib/domain/keys/hand-over/withdraw-hand-over.ts'
import { endRehearsal, rehearseRetirement } from '#lib/domain/keys/key-rotation/rehearse-retirement.ts'
import { retireSecret } from '#lib/domain/keys/key-rotation/retire-secret.ts'
import {
  type RotatedPublicKey,
  type RotatedSecret,
  rotatePublicKey,
  rotateSecret,
} from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { getServices } from '#lib/foundation/services.ts'

type SecretState = FormState<RotatedSecret | RotatedPublicKey>
type HandOverState = FormState<HandOverLink>

/** The result holds the only copy of the secret: it isn't stored, and the page isn't rendered with it. */
export async function rotateSecretAction(_before: SecretState, form: FormData): Promise<SecretState> {
  const readPublicJwk = takePublicKey(form)
  return submit<RotatedSecret | RotatedPublicKey>(form, async (services, actor) => {
    const rotation = { leaked: form.has('leaked'), ...readFormerSecret(form) }
    if (readText(form, 'secretTo') !== 'publicKey') return rotateSecret(services, actor, rotation)
    return rotatePublicKey(services, actor, { ...rotation, publicJwk: readPublicJwk() })
  })
}

/** The result holds the only copy of the link. */
export async function handOverAction(_before: HandOverState, form: FormData): Promise<HandOverState> {
  return submit(form, (services, actor) => handOverKey(services, actor, readFormerSecret(form)))
}

/** A refusal needs no message: the page shows the stored state. */
export async function withdrawHandOverAction(form: FormData): Promise<void> {
  await runUserAction((services, actor) => withdrawHandOver(services, actor, readText(form, 'keyId')))
  refresh()
}

/** What becomes of a key's current secret when the next one is used. */
function readFormerSecret(form: FormData) {
  return {
    keyId: readText(form, 'keyId'),
    // The schema refuses what is none of the choices.
    ...(form.has('retireAfter') && { retireAfter: readText(form, 'retireAfter') as RetirementChoice }),
    families: readText(form, 'families') === 'end' ? 'end' : 'run_out',
  } as const
}

export async function rehearseAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, async (services, actor) => {
    await rehearseRetirement(services, actor, {
      keyId: readText(form, 'keyId'),
      minutes: Number(readText(form, 'minutes')),
    })
  })
}

export async function retireSecretAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor) =>
    retireSecret(services, actor, {
      keyId: readText(form, 'keyId'),
      secretId: readText(form, 'secretId'),
      endFamilies: form.has('endFamilies'),
    }),
  )
}

/** A refusal needs no message: the page shows the stored state. */
export async function endRehearsalAction(form: FormData): Promise<void> {
  await runUserAction((services, actor) => endRehearsal(services, actor, readText(form, 'keyId')))
  refresh()
}

async function submit<T>(form: FormData, work: FormWork<T>): Promise<FormState<T>> {
  const actor = await requireUser()
  return runForm(await getServices(), actor, form, work)
}

/** Without scripts, returns to the key's page; with scripts, `useAccessForm` closes the dialog. */
async function submitAndReturn(form: FormData, work: FormWork<void>): Promise<FormState> {
  const state = await submit(form, work)
  if (state.result?.ok && !(await hasScripts())) redirect(keyHref(readText(form, 'keyId')), RedirectType.replace)
  return state
}

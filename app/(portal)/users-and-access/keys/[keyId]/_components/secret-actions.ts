'use server'

import { refresh } from 'next/cache'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitDialog, submitForm } from '#app/(portal)/_forms/submit-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { runUserAction } from '#app/(portal)/_session/user.ts'
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

type SecretState = FormState<RotatedSecret | RotatedPublicKey>
type HandOverState = FormState<HandOverLink>

/** The result holds the only copy of the secret: it isn't stored, and the page isn't rendered with it. */
export async function rotateSecretAction(_before: SecretState, form: FormData): Promise<SecretState> {
  const readPublicJwk = takePublicKey(form)
  return submitForm<RotatedSecret | RotatedPublicKey>(form, async (services, actor) => {
    const rotation = { leaked: form.has('leaked'), ...readFormerSecret(form) }
    if (readText(form, 'secretTo') !== 'publicKey') return rotateSecret(services, actor, rotation)
    return rotatePublicKey(services, actor, { ...rotation, publicJwk: readPublicJwk() })
  })
}

/** The result holds the only copy of the link. */
export async function handOverAction(_before: HandOverState, form: FormData): Promise<HandOverState> {
  return submitForm(form, (services, actor) => handOverKey(services, actor, readFormerSecret(form)))
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
  const rehearsal = { keyId: readText(form, 'keyId'), minutes: Number(readText(form, 'minutes')) }
  return submitDialog(form, (services, actor) => rehearseRetirement(services, actor, rehearsal))
}

export async function retireSecretAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitDialog(form, (services, actor) =>
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

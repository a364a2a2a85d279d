'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { submitAction, submitForm } from '#app/(portal)/_forms/submit-form.ts'
import { findWork } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { runUserAction } from '#app/(portal)/_session/user.ts'
import { refusedTestHref, webhookHref } from '#app/(portal)/_urls/webhooks-url.ts'
import { type AddedWebhook, addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { rotateSigningSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { sendTest } from '#lib/domain/events/webhooks/send-test.ts'
import { readTarget, webhookActions } from './webhook-actions.ts'

type SecretState = FormState<AddedWebhook>

/** The result holds the only copy of the secret. */
export async function addWebhookAction(_before: SecretState, form: FormData): Promise<SecretState> {
  return submitForm(form, (services, actor) => addWebhook(services, actor, readTarget(form)))
}

/** As {@link addWebhookAction}. */
export async function rotateSigningSecretAction(_before: SecretState, form: FormData): Promise<SecretState> {
  return submitForm(form, (services, actor) => rotateSigningSecret(services, actor, readText(form, 'id')))
}

export async function changeWebhookAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAction(webhookActions, form)
}

/** A refusal needs no message: the page shows each attempt. */
export async function sendTestAction(form: FormData): Promise<void> {
  const id = readText(form, 'id')
  const result = await runUserAction((services, actor) => sendTest(services, actor, { id }))
  if (!result.ok && result.code === 'too_many_requests') redirect(refusedTestHref(id), RedirectType.replace)
  refresh()
}

/** Pauses or resumes. A dialog asks for a confirmation that is needed; other refusals need no message. */
export async function controlWebhookAction(form: FormData): Promise<void> {
  const result = await runUserAction((services, actor) => findWork(webhookActions, form)(services, actor))
  if (!result.ok && result.code === 'confirmation_required') {
    redirect(webhookHref(readText(form, 'id'), readText(form, 'do') === 'pause' ? 'pause' : 'resume'))
  }
  refresh()
}

'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import { readTexts } from '#app/(portal)/_forms/form-fields.ts'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { type FormWork, runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser, runUserAction } from '#app/(portal)/_session/user.ts'
import { refusedTestHref, webhookHref, webhooksPath } from '#app/(portal)/_urls/webhooks-url.ts'
import { pauseWebhook, replayWebhook, resumeWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import {
  type AddedWebhook,
  addWebhook,
  removeWebhook,
  updateWebhook,
} from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { endFormerSecret, rotateSigningSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { sendTest } from '#lib/domain/events/webhooks/send-test.ts'
import { webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices, type Services } from '#lib/foundation/services.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

type SecretState = FormState<AddedWebhook>

/** The result holds the only copy of the secret. */
export async function addWebhookAction(_before: SecretState, form: FormData): Promise<SecretState> {
  return submit(form, (services, actor) => addWebhook(services, actor, readTarget(form)))
}

/** As {@link addWebhookAction}. */
export async function rotateSigningSecretAction(_before: SecretState, form: FormData): Promise<SecretState> {
  return submit(form, (services, actor) => rotateSigningSecret(services, actor, readText(form, 'id')))
}

export async function editWebhookAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor) =>
    updateWebhook(services, actor, { id: readText(form, 'id'), ...readTarget(form) }),
  )
}

export async function endSecretAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor) => endFormerSecret(services, actor, readText(form, 'id')))
}

export async function replayAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor) =>
    replayWebhook(services, actor, { id: readText(form, 'id'), from: readText(form, 'from') }),
  )
}

export async function removeWebhookAction(_before: FormState, form: FormData): Promise<FormState> {
  const state = await submit(form, (services, actor) => removeWebhook(services, actor, readText(form, 'id')))
  if (state.result?.ok) redirect(webhooksPath, RedirectType.replace)
  return state
}

/**
 * Pauses, resumes or tests. A dialog asks for a confirmation that is needed. Other refusals need no message: the page
 * shows the state and each attempt.
 */
export async function controlWebhookAction(form: FormData): Promise<void> {
  const id = readText(form, 'id')
  const result = await runUserAction((services, actor) => control(services, actor, form))
  if (!result.ok && result.code === 'too_many_requests') redirect(refusedTestHref(id), RedirectType.replace)
  if (!result.ok && result.code === 'confirmation_required') {
    redirect(webhookHref(id, readText(form, 'work') === 'pause' ? 'pause' : 'resume'))
  }
  refresh()
}

/** As {@link controlWebhookAction}, from the dialog. */
export async function confirmControlAction(_before: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor) => control(services, actor, form))
}

async function control(services: Services, actor: PortalUser, form: FormData): Promise<void> {
  const id = readText(form, 'id')
  const work = readText(form, 'work')
  if (work === 'pause') await pauseWebhook(services, actor, id)
  else if (work === 'resume') await resumeWebhook(services, actor, id)
  else await sendTest(services, actor, { id })
}

function readTarget(form: FormData) {
  const kinds = readText(form, 'scope') === 'some' ? readTexts(form, 'kinds') : null
  return { url: readText(form, 'url'), ...recordOf(webhookTexts, (field) => readText(form, field)), kinds }
}

async function submit<T>(form: FormData, work: FormWork<T>): Promise<FormState<T>> {
  const actor = await requireUser()
  return runForm(await getServices(), actor, form, work)
}

/** Without scripts, returns to the webhook's page; with scripts, `useAccessForm` closes the dialog. */
async function submitAndReturn(form: FormData, work: FormWork<void>): Promise<FormState> {
  const state = await submit(form, work)
  if (state.result?.ok && !(await hasScripts())) redirect(webhookHref(readText(form, 'id')), RedirectType.replace)
  return state
}

import { putIntoWords } from '#components/connection/refusal-words.ts'
import type { Organization } from '#lib/domain/organization/organization/organization.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import type { secondStepPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import type { Preferences } from '#lib/foundation/i18n/preferences.ts'
import { messagesFor, translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { Refusal } from '#lib/kernel/errors.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { documentResponse } from '#lib/web/http/document.ts'
import type { EndpointContext, EndpointResponse } from '#lib/web/http/endpoint.ts'
import { renderCard, renderNotice } from '#lib/web/http/page.ts'
import { retryHeaders } from '#lib/web/http/refusal-response.ts'
import { renderPreferences } from './render-preferences.ts'

/** What every page around the sign-in shows. */
export type Frame = Preferences &
  Readonly<{
    organization: Organization
    requestId: string
    /** Where the forms of this page go; undefined for a page that can't be shown again. */
    path?: '/sign-in' | '/forgot-password' | typeof secondStepPath
    /** The path to continue at after the sign-in. */
    next: string
    /** The form may redirect to a launch, and the launch to this origin. */
    platformOrigin: string | undefined
    /** Whether users can request a password link by mail. */
    sendsMail: boolean
  }>

export async function describeFrame(
  request: Request,
  { services, requestId }: EndpointContext,
  place: Pick<Frame, 'path' | 'next'>,
): Promise<Frame> {
  const organization = await readOrganization(services)
  const { platform, env } = services
  return {
    ...requestPreferences(request),
    ...place,
    organization,
    requestId,
    platformOrigin: platform?.origin,
    sendsMail: env.mail !== undefined,
  }
}

type Content = Readonly<{ title: string; content: Html; refusal?: Refusal | undefined; head?: Html }>

/** A document without React, so that it is small. Its script submits the form and keeps the input through an outage. */
export function renderSignInDocument(frame: Frame, { title, content, refusal, head }: Content): EndpointResponse {
  const { organization, locale, theme, requestId, platformOrigin, path } = frame
  return documentResponse({
    // 401 would need a challenge (RFC 9110 §15.5.2).
    status: refusal?.status === 401 ? 403 : (refusal?.status ?? 200),
    headers: refusal ? retryHeaders(refusal) : {},
    title,
    organization,
    locale,
    theme,
    requestId,
    referrerPolicy: 'same-origin',
    policy: {
      'script-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'form-action': platformOrigin === undefined ? "'self'" : `'self' ${platformOrigin}`,
    },
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="stylesheet" href="/sign-in.css">
<script src="/sign-in.js" defer></script>${head ?? []}`,
    body: renderCard(organization, content, path === undefined ? [] : renderPreferences(frame, path)),
  })
}

/** A path of these pages that continues at `next` after the sign-in. */
export function pathWithNext(path: NonNullable<Frame['path']>, next: string, notice?: string): string {
  return `${path}?${new URLSearchParams({ ...(notice && { notice }), next })}`
}

/** What to say above the fields. A script fills in an outage from the templates. */
export function renderProblem({ locale, requestId }: Frame, message: Refusal | Html | []): Html {
  const outages = (['offline', 'unreachable'] as const).map((outage) => {
    const { title, why } = messagesFor(locale).errors.outage[outage]
    return html`<template data-outage="${outage}">${renderNotice('warning', title, why)}</template>`
  })
  const shown = message instanceof Error ? renderRefusal(locale, message, requestId) : message
  return html`<div data-problem>${shown}</div>${outages}`
}

function renderRefusal(locale: string, { code, retryAfterSeconds }: Refusal, requestId: string): Html {
  const { title, why } = putIntoWords({ code, retryAfterSeconds, requestId }, translatorFor(locale, 'errors'))
  return renderNotice('danger', title, why)
}

type NameField = Readonly<{ value: string; refusal: Refusal | undefined; hasFocus: boolean; autocomplete: string }>

/** The field for the email address or username. */
export function renderNameField({ locale }: Frame, { value, refusal, hasFocus, autocomplete }: NameField): Html {
  const error = findFieldError(locale, refusal, 'name')
  return html`<div class="lk-field">
<label class="lk-label" for="name">${translatorFor(locale, 'signIn')('name')}</label>
<input class="lk-control" id="name" name="name" value="${value}" autocomplete="${autocomplete}" autocapitalize="none" autocorrect="off" spellcheck="false"${describeError('name', error)}${hasFocus ? html` autofocus` : []}>
${renderFieldError('name', error)}
</div>`
}

export function findFieldError(locale: string, refusal: Refusal | undefined, field: string): string | undefined {
  const code = refusal?.fields?.[field]
  if (code === undefined) return undefined
  const words: Readonly<Record<string, string>> = messagesFor(locale).errors.fields
  return words[code] ?? words.malformed
}

export function describeError(field: string, error: string | undefined): Html | [] {
  return error === undefined ? [] : html` aria-invalid="true" aria-describedby="${field}-error"`
}

export function renderFieldError(field: string, error: string | undefined): Html {
  return html`<div class="lk-error" role="alert" id="${field}-error">${error ?? ''}</div>`
}

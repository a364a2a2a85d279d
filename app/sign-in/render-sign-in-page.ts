import type { Refusal } from '#lib/errors.ts'
import { documentResponse } from '#lib/http/document.ts'
import type { EndpointResponse } from '#lib/http/endpoint.ts'
import { type Html, html } from '#lib/http/html.ts'
import { renderCard, renderNotice } from '#lib/http/page.ts'
import { retryHeaders } from '#lib/http/refusal-response.ts'
import type { Preferences } from '#lib/i18n/preferences.ts'
import { messagesFor, translatorFor } from '#lib/i18n/translator.ts'
import type { Organization } from '#lib/organization/organization.ts'
import { putIntoWords } from '../../components/connection/refusal-words.ts'
import { renderPreferences } from './render-preferences.ts'

type Frame = Preferences &
  Readonly<{
    organization: Organization
    requestId: string
    /** The form may redirect to a launch, and the launch to this origin. */
    platformOrigin: string | undefined
  }>

export type SignInPage = Frame &
  Readonly<{
    /** The path to continue at. */
    next: string
    /** Why this page is shown; unknown words are ignored. */
    notice?: string | undefined
    /** The submitted name. */
    name?: string
    refusal?: Refusal
  }>

const reasons: Readonly<Record<string, 'signedOut' | 'passwordSet' | 'setUp'>> = {
  'signed-out': 'signedOut',
  'password-set': 'passwordSet',
  'set-up': 'setUp',
}

/** The sign-in form by email address or username, after a refusal with what is wrong. Complete without scripts. */
export function renderSignInPage(page: SignInPage): EndpointResponse {
  const t = translatorFor(page.locale, 'signIn')
  const body = html`<h1>${t('title')}</h1>
<p>${translatorFor(page.locale, 'shell')('description')}</p>
${renderProblem(page)}
${renderForm(page)}
<p class="lk-fine">${t('forgotten')}</p>`
  return renderDocument(page, t('title'), body, page.next)
}

/** Tells the operator where to find the set-up link. The link itself is never shown: it creates the owner. */
export function renderSetUpNeededPage(frame: Frame): EndpointResponse {
  const t = translatorFor(frame.locale, 'shell')
  const body = html`<h1>${t('setUpNeeded.title')}</h1>
<p>${t('setUpNeeded.why')}</p>
<p>${t('setUpNeeded.newLink')}</p>
<p class="lk-fine">${t('setUpNeeded.docker')} <code>docker compose logs latchkey</code></p>`
  return renderDocument(frame, t('setUpNeeded.title'), body, '/')
}

function renderDocument(
  page: Frame & Pick<SignInPage, 'refusal'>,
  title: string,
  content: Html,
  next: string,
): EndpointResponse {
  const { organization, locale, theme, requestId, platformOrigin, refusal } = page
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
      'form-action': platformOrigin === undefined ? "'self'" : `'self' ${platformOrigin}`,
    },
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="stylesheet" href="/sign-in.css">
<script src="/sign-in.js" defer></script>`,
    body: renderCard(organization, content, renderPreferences(page, next)),
  })
}

function renderForm({ locale, next, name = '', refusal }: SignInPage): Html {
  const t = translatorFor(locale, 'signIn')
  const widgets = translatorFor(locale, 'widgets')
  const errorOf = (field: string) => findFieldError(locale, refusal?.fields?.[field])
  const focus = (field: string) => (field === firstField(refusal) ? html` autofocus` : [])
  const label = t('password')
  return html`<form class="lk-form" method="post" action="/sign-in" novalidate>
<input type="hidden" name="next" value="${next}">
<div class="lk-field">
<label class="lk-label" for="name">${t('name')}</label>
<input class="lk-control" id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false"${describeError('name', errorOf('name'))}${focus('name')}>
${renderFieldError('name', errorOf('name'))}
</div>
<div class="lk-field">
<label class="lk-label" for="password">${label}</label>
<div class="lk-box">
<input class="lk-control" id="password" name="password" type="password" autocomplete="current-password" autocapitalize="none" spellcheck="false"${describeError('password', errorOf('password'))}${focus('password')}>
<button class="lk-button lk-show" type="button" data-variant="quiet" data-size="small" data-needs-script aria-label="${widgets('showPasswordNamed', { label })}" data-other-label="${widgets('hidePasswordNamed', { label })}" data-other-text="${widgets('hidePassword')}">${widgets('showPassword')}</button>
</div>
<div class="lk-caps-lock" role="status" data-text="${widgets('capsLock')}"></div>
${renderFieldError('password', errorOf('password'))}
</div>
<div class="lk-actions"><button class="lk-button" data-variant="primary" type="submit"><span data-label>${t('submit')}</span></button></div>
</form>`
}

/** The first field that needs attention, or the first that is empty. */
function firstField(refusal: Refusal | undefined): string {
  if (!refusal || refusal.fields?.name) return 'name'
  return 'password'
}

function findFieldError(locale: string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  const words: Readonly<Record<string, string>> = messagesFor(locale).errors.fields
  return words[code] ?? words.malformed
}

function describeError(field: string, error: string | undefined): Html | [] {
  return error === undefined ? [] : html` aria-invalid="true" aria-describedby="${field}-error"`
}

function renderFieldError(field: string, error: string | undefined): Html {
  return html`<div class="lk-error" role="alert" id="${field}-error">${error ?? ''}</div>`
}

/** What to say above the fields. A script fills in an outage from the templates. */
function renderProblem({ locale, notice = '', refusal, requestId }: SignInPage): Html {
  const outages = (['offline', 'unreachable'] as const).map((outage) => {
    const { title, why } = messagesFor(locale).errors.outage[outage]
    return html`<template data-outage="${outage}">${renderNotice('warning', title, why)}</template>`
  })
  const message = refusal ? renderRefusal(locale, refusal, requestId) : renderReason(locale, notice)
  return html`<div data-problem>${message}</div>${outages}`
}

function renderReason(locale: string, notice: string): Html | [] {
  if (notice === 'without-owner') {
    const t = translatorFor(locale, 'shell')
    return renderNotice('info', t('setUpNeeded.ownerMissing'), t('setUpNeeded.why'))
  }
  const reason = reasons[notice]
  return reason ? renderNotice('success', undefined, translatorFor(locale, 'signIn')(`notices.${reason}`)) : []
}

function renderRefusal(locale: string, { code, retryAfterSeconds }: Refusal, requestId: string): Html {
  const { title, why } = putIntoWords({ code, retryAfterSeconds, requestId }, translatorFor(locale, 'errors'))
  return renderNotice('danger', title, why)
}

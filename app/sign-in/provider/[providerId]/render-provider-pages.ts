import {
  describeError,
  type Frame,
  findFieldError,
  renderFieldError,
  renderProblem,
  renderSignInDocument,
} from '#app/sign-in/sign-in-document.ts'
import type { LinkQuestion } from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import { type ProviderChoice, providerPath } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { Refusal } from '#lib/kernel/errors.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'

/** Asks before the provider does: a page of another site may have led here. */
export function renderConfirmPage(frame: Frame, { id, label }: ProviderChoice): EndpointResponse {
  const t = translatorFor(frame.locale, 'errors')
  const content = html`<h1>${t('confirm.title')}</h1>
<p>${t('confirm.providerWhy')}</p>
<form class="lk-actions" method="post" action="${providerPath(id)}">
<input type="hidden" name="next" value="${frame.next}"><input type="hidden" name="confirm" value="1">
<button class="lk-button" data-variant="primary" data-wraps type="submit">${t('confirm.provider', { label })}</button>
</form>`
  return renderSignInDocument(frame, { title: t('confirm.title'), content })
}

/** Leads on to the provider at once. The link is for browsers that don't follow. */
export function renderDeparture(frame: Frame, url: string): EndpointResponse {
  const title = translatorFor(frame.locale, 'signIn')('provider.leaving')
  const content = html`<h1><a href="${url}">${title}</a></h1>`
  const head = html`<meta http-equiv="refresh" content="0;url=${url}">`
  return renderSignInDocument(frame, { title, content, head })
}

/** Asks whether an identity is to be linked: someone may have passed on their own invitation. */
export function renderLinkPage(
  frame: Frame,
  question: LinkQuestion & Readonly<{ action: string }>,
  refusal?: Refusal,
): EndpointResponse {
  const t = translatorFor(frame.locale, 'signIn')
  const { identity, provider, invited } = question
  const title = t('provider.link.title')
  const content = html`<h1>${title}</h1>
<p>${t('provider.link.question', { identity, provider, ...invited })}</p>
<p>${t('provider.link.why', { identity, name: invited.name })}</p>
${renderProblem(frame, refusal && !refusal.fields ? refusal : [])}
<form class="lk-form" method="post" action="${question.action}" novalidate>
<input type="hidden" name="sealed" value="${question.sealed}">
${question.needsPassword ? renderPassword(frame, t('provider.link.password', { name: invited.name }), refusal) : []}
<div class="lk-actions"><a class="lk-button" data-variant="secondary" href="/sign-in">${t('provider.link.cancel')}</a>
<button class="lk-button" data-variant="primary" type="submit"><span data-label>${t('provider.link.submit')}</span></button></div>
</form>`
  return renderSignInDocument(frame, { title, content, refusal })
}

function renderPassword({ locale }: Frame, label: string, refusal: Refusal | undefined): Html {
  const error = findFieldError(locale, refusal, 'password')
  return html`<div class="lk-field">
<label class="lk-label" for="password">${label}</label>
<input class="lk-control" id="password" name="password" type="password" autocomplete="current-password" autocapitalize="none" spellcheck="false" autofocus${describeError('password', error)}>
${renderFieldError('password', error)}
</div>`
}

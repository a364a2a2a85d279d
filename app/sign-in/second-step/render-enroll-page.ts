import { renderOr, renderPasskeyLabel } from '#app/sign-in/render-passkey.ts'
import { describeError, findFieldError, renderFieldError, renderSignInDocument } from '#app/sign-in/sign-in-document.ts'
import type { OfferedSecret } from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import { groupSecret } from '#lib/domain/sign-in/authenticator-apps/group-secret.ts'
import { drawQrCode } from '#lib/domain/sign-in/authenticator-apps/qr-code.ts'
import { describeBrowser } from '#lib/domain/sign-in/portal-sessions/describe-browser.ts'
import { secondStepPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'
import { renderCodeField, renderStepProblem, renderUser, type StepPage } from './render-step.ts'

type EnrollPage = StepPage &
  Readonly<{
    /** A secret for an authenticator app. */
    offered: OfferedSecret & Readonly<{ uri: string }>
    userAgent: string
  }>

/** Asks a user who must have a factor to set one up: an authenticator app or, with scripts, a passkey. */
export function renderEnrollPage(page: EnrollPage): EndpointResponse {
  const t = translatorFor(page.locale, 'signIn')
  const content = html`<h1>${t('enroll.title')}</h1>
<p>${t('enroll.why')}</p>
${renderUser(page)}
${renderStepProblem(page)}
${renderPasskeyForm(page)}
${renderOr(t('or'))}
${renderAppForm(page)}`
  return renderSignInDocument(page, { title: t('enroll.title'), content, refusal: page.refusal })
}

function renderPasskeyForm(page: EnrollPage): Html {
  const t = translatorFor(page.locale, 'signIn')
  const known = describeBrowser(page.userAgent)
  const name = known ? translatorFor(page.locale, 'security')('sessions.browserOn', known) : ''
  const error = findFieldError(page.locale, page.refusal, 'name')
  return html`<form class="lk-form lk-passkey" data-needs-script method="post" action="${secondStepPath}/passkey" data-create-passkey novalidate>
${renderHidden(page)}
<div><h2>${t('enroll.passkey.title')}</h2><p>${t('enroll.passkey.why')}</p></div>
<div class="lk-field">
<label class="lk-label" for="passkey-name">${t('enroll.passkey.name')}</label>
<input class="lk-control" id="passkey-name" name="name" value="${name}" autocomplete="off"${describeError('passkey-name', error)}${error ? html` autofocus` : []}>
${renderFieldError('passkey-name', error)}
</div>
<div class="lk-actions"><button class="lk-button" data-variant="secondary" type="submit">${renderPasskeyLabel(t('enroll.passkey.submit'))}</button></div>
</form>`
}

function renderAppForm(page: EnrollPage): Html {
  const t = translatorFor(page.locale, 'signIn')
  const { secret, uri } = page.offered
  const { size, path } = drawQrCode(uri)
  const field = { label: t('enroll.app.code'), wrong: t('enroll.app.wrongCode'), isOfApp: true, autofocus: false }
  return html`<form class="lk-form" method="post" action="${secondStepPath}" novalidate>
${renderHidden(page)}
<div><h2>${t('enroll.app.title')}</h2><p>${t('enroll.app.scan')}</p></div>
<svg class="lk-qr" viewBox="0 0 ${String(size)} ${String(size)}" role="img" aria-label="${t('enroll.app.qrCode')}" shape-rendering="crispEdges"><path d="${path}"/></svg>
<div class="lk-field"><span class="lk-label">${t('enroll.app.byHand')}</span><code class="lk-key">${groupSecret(secret)}</code></div>
${renderCodeField(page, field)}
<div class="lk-actions"><button class="lk-button" data-variant="primary" type="submit"><span data-label>${t('enroll.app.submit')}</span></button></div>
</form>`
}

/** The same secret is offered again after a refusal: the app may have scanned it. */
function renderHidden({ next, offered }: EnrollPage): Html {
  return html`<input type="hidden" name="next" value="${next}"><input type="hidden" name="sealed" value="${offered.sealed}">`
}

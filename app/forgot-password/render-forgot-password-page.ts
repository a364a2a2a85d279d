import {
  type Frame,
  pathWithNext,
  renderNameField,
  renderProblem,
  renderSignInDocument,
} from '#app/sign-in/sign-in-document.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { Refusal } from '#lib/kernel/errors.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'

type Submitted = Readonly<{ name: string; refusal: Refusal }>

/** The form by email address or username. Complete without scripts. */
export function renderForgotPasswordPage(frame: Frame, submitted?: Submitted): EndpointResponse {
  const t = translatorFor(frame.locale, 'signIn')
  const title = t('forgotPassword.title')
  const refusal = submitted?.refusal
  const content = html`<h1>${title}</h1>
<p>${t('forgotPassword.why')}</p>
${renderProblem(frame, refusal && !refusal.fields ? refusal : [])}
<form class="lk-form" method="post" action="/forgot-password" novalidate>
<input type="hidden" name="next" value="${frame.next}">
${renderNameField(frame, { value: submitted?.name ?? '', refusal, hasFocus: true, autocomplete: 'username' })}
<div class="lk-actions"><button class="lk-button" data-variant="primary" type="submit"><span data-label>${t('forgotPassword.submit')}</span></button></div>
</form>
<p class="lk-fine"><a href="${pathWithNext('/sign-in', frame.next)}">${t('forgotPassword.back')}</a></p>`
  return renderSignInDocument(frame, { title, content, refusal })
}

/** The same for every name. */
export function renderLinkSentPage(frame: Frame): EndpointResponse {
  const t = translatorFor(frame.locale, 'signIn')
  const title = t('forgotPassword.sent.title')
  const content: Html = html`<h1>${title}</h1>
<p>${t('forgotPassword.sent.why')}</p>
<p>${t('forgotPassword.sent.nothing')}</p>
<div class="lk-actions"><a class="lk-button" data-variant="secondary" href="${pathWithNext('/sign-in', frame.next)}">${t('forgotPassword.back')}</a></div>`
  return renderSignInDocument(frame, { title, content })
}

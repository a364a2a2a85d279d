import { signInProblems } from '#lib/domain/sign-in/company-sign-in/sign-in-problem.ts'
import { type ProviderChoice, providerPath } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { messagesFor, translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { Refusal } from '#lib/kernel/errors.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'
import { renderNotice } from '#lib/web/http/page.ts'
import { cookieNotice } from './cookie-notice.ts'
import { renderOr, renderPasskeyButton } from './render-passkey.ts'
import {
  describeError,
  type Frame,
  findFieldError,
  pathWithNext,
  renderFieldError,
  renderNameField,
  renderProblem,
  renderSignInDocument,
} from './sign-in-document.ts'

export type SignInPage = Readonly<{
  providers: readonly ProviderChoice[]
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

/** The sign-in form by email address or username, after a refusal with its reason. Complete without scripts. */
export function renderSignInPage(frame: Frame, page: SignInPage): EndpointResponse {
  const { locale } = frame
  const t = translatorFor(locale, 'signIn')
  const content = html`<h1>${t('title')}</h1>
<p>${translatorFor(locale, 'shell')('description')}</p>
${renderProblem(frame, page.refusal ?? renderReason(locale, page.notice))}
${renderForm(frame, page)}
${page.providers.length > 0 ? html`<div class="lk-or">${t('or')}</div>` : renderOr(t('or'))}
${renderPasskeyButton(t('passkey'), '/sign-in/passkey')}
${renderProviders(frame, page.providers)}
<p class="lk-fine">${renderForgotten(frame)}</p>`
  return renderSignInDocument(frame, { title: t('title'), content, refusal: page.refusal })
}

/** Links, so that they need no script. The browser leaves for the provider's own page. */
function renderProviders({ locale, next }: Frame, providers: readonly ProviderChoice[]): Html | [] {
  if (providers.length === 0) return []
  const t = translatorFor(locale, 'signIn')
  const links = providers.map(({ id, label }) => {
    const href = next === '/' ? providerPath(id) : `${providerPath(id)}?${new URLSearchParams({ next })}`
    return html`<a class="lk-button" data-variant="secondary" data-wraps="true" href="${href}">${t('provider.continueWith', { label })}</a>`
  })
  return html`<div class="lk-providers">${links}</div>`
}

/** Tells the operator where to find the set-up link. The link itself is never shown: it creates the owner. */
export function renderSetUpNeededPage(frame: Frame): EndpointResponse {
  const t = translatorFor(frame.locale, 'shell')
  const content = html`<h1>${t('setUpNeeded.title')}</h1>
<p>${t('setUpNeeded.why')}</p>
<p>${t('setUpNeeded.newLink')}</p>
<p class="lk-fine">${t('setUpNeeded.docker')} <code>docker compose logs latchkey</code></p>`
  return renderSignInDocument(frame, { title: t('setUpNeeded.title'), content })
}

function renderForgotten({ locale, sendsMail, next }: Frame): Html {
  const t = translatorFor(locale, 'signIn')
  if (!sendsMail) return html`${t('forgotten')}`
  return html`<a href="${pathWithNext('/forgot-password', next)}">${t('forgotPassword.title')}</a>`
}

function renderForm(frame: Frame, { name = '', refusal }: SignInPage): Html {
  const { locale, next } = frame
  const t = translatorFor(locale, 'signIn')
  const widgets = translatorFor(locale, 'widgets')
  const label = t('password')
  const error = findFieldError(locale, refusal, 'password')
  // The first field that needs attention, or the first that is empty.
  const isNameFirst = !refusal || refusal.fields?.name !== undefined
  return html`<form class="lk-form" method="post" action="/sign-in" novalidate>
<input type="hidden" name="next" value="${next}">
${renderNameField(frame, { value: name, refusal, hasFocus: isNameFirst, autocomplete: 'username webauthn' })}
<div class="lk-field">
<label class="lk-label" for="password">${label}</label>
<div class="lk-box">
<input class="lk-control" id="password" name="password" type="password" autocomplete="current-password" autocapitalize="none" spellcheck="false"${describeError('password', error)}${isNameFirst ? [] : html` autofocus`}>
<button class="lk-button lk-show" type="button" data-variant="quiet" data-size="small" data-needs-script aria-label="${widgets('showPasswordNamed', { label })}" data-other-label="${widgets('hidePasswordNamed', { label })}" data-other-text="${widgets('hidePassword')}">${widgets('showPassword')}</button>
</div>
<div class="lk-caps-lock" role="status" data-text="${widgets('capsLock')}"></div>
${renderFieldError('password', error)}
</div>
<div class="lk-actions"><button class="lk-button" data-variant="primary" type="submit"><span data-label>${t('submit')}</span></button></div>
</form>`
}

function renderReason(locale: string, notice = ''): Html | [] {
  if (notice === 'expired') {
    const { title, why } = messagesFor(locale).errors.refusals.sign_in_expired
    return renderNotice('warning', title, why)
  }
  if (notice === 'without-owner') {
    const t = translatorFor(locale, 'shell')
    return renderNotice('info', t('setUpNeeded.ownerMissing'), t('setUpNeeded.why'))
  }
  if (notice === cookieNotice) {
    return renderNotice('warning', undefined, translatorFor(locale, 'signIn')('notices.cookies'))
  }
  const problem = signInProblems.find((known) => notice === `provider-${known}`)
  if (problem)
    return renderNotice('warning', undefined, translatorFor(locale, 'signIn')(`provider.problems.${problem}`))
  const reason = reasons[notice]
  return reason ? renderNotice('success', undefined, translatorFor(locale, 'signIn')(`notices.${reason}`)) : []
}

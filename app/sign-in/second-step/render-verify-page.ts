import { renderOr, renderPasskeyButton } from '#app/sign-in/render-passkey.ts'
import { pathWithNext, renderSignInDocument } from '#app/sign-in/sign-in-document.ts'
import { secondStepPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import type { Factors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'
import { renderCodeField, renderStepProblem, renderUser, type StepPage } from './render-step.ts'

type VerifyPage = StepPage & Readonly<{ factors: Factors; byRecoveryCode: boolean }>

/** Asks for a factor that the user has. A code field takes codes of the app and recovery codes alike. */
export function renderVerifyPage(page: VerifyPage): EndpointResponse {
  const t = translatorFor(page.locale, 'signIn')
  const { factors, byRecoveryCode, next, refusal } = page
  const isOfApp = factors.app !== undefined && !byRecoveryCode
  const ways = [renderForm(page, isOfApp), ...renderPasskey(page)]
  const content = html`<h1>${t('verify.title')}</h1>
<p>${t(byRecoveryCode ? 'verify.byRecoveryCode' : isOfApp ? 'verify.byApp' : 'verify.byPasskey')}</p>
${renderUser(page)}
${renderStepProblem(page)}
${isOfApp || byRecoveryCode ? ways : ways.toReversed()}
<p class="lk-fine">${isOfApp ? html`<a href="${pathWithNext(secondStepPath, next)}&amp;recovery=1">${t('verify.recover')}</a><br>` : []}${t('verify.lost')}</p>`
  return renderSignInDocument(page, { title: t('verify.title'), content, refusal })
}

function renderForm(page: VerifyPage, isOfApp: boolean): Html {
  const t = translatorFor(page.locale, 'signIn')
  const field = {
    label: t(isOfApp ? 'verify.code' : 'verify.recoveryCode'),
    wrong: t(isOfApp ? 'verify.wrongCode' : 'verify.wrongRecoveryCode'),
    isOfApp,
    autofocus: isOfApp || page.byRecoveryCode,
  }
  return html`<form class="lk-form" method="post" action="${secondStepPath}" novalidate>
<input type="hidden" name="next" value="${page.next}">
${page.byRecoveryCode ? html`<input type="hidden" name="recovery" value="1">` : []}
${renderCodeField(page, field)}
<div class="lk-actions"><button class="lk-button" data-variant="primary" type="submit"><span data-label>${t('verify.submit')}</span></button></div>
</form>
`
}

/** With scripts, for a user who has passkeys. */
function renderPasskey({ locale, factors }: VerifyPage): Html[] {
  if (factors.passkeys.length === 0) return []
  const t = translatorFor(locale, 'signIn')
  return [renderOr(t('or')), renderPasskeyButton(t('passkey'), `${secondStepPath}/passkey`)]
}

import { cookieNotice, sendsCookies } from '#app/sign-in/cookie-notice.ts'
import { describeFrame, pathWithNext, renderSignInDocument } from '#app/sign-in/sign-in-document.ts'
import type { SignInProblem } from '#lib/domain/sign-in/company-sign-in/sign-in-problem.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { html } from '#lib/kernel/html.ts'
import { type EndpointContext, type EndpointResponse, seeOther } from '#lib/web/http/endpoint.ts'
import { renderNotice } from '#lib/web/http/page.ts'

type Left = Readonly<{ problem: SignInProblem; next: string; isConfirmation: boolean }>

/**
 * Says why a provider didn't sign the user in: on the sign-in page, next to the other ways in; or, if they wanted to
 * confirm, on a page that leads back.
 */
export async function leaveProvider(
  request: Request,
  context: EndpointContext,
  { problem, next, isConfirmation }: Left,
): Promise<EndpointResponse> {
  if (!isConfirmation) {
    const isBlocked = problem === 'expired' && !sendsCookies(request, context)
    const notice = isBlocked ? cookieNotice : `provider-${problem}`
    return seeOther(pathWithNext('/sign-in', next, notice), context.requestId)
  }
  const frame = await describeFrame(request, context, { next })
  const t = translatorFor(frame.locale, 'signIn')
  const title = t('provider.notConfirmed')
  const content = html`<h1>${title}</h1>
${renderNotice('warning', undefined, t(`provider.problems.${problem}`))}
<div class="lk-actions"><a class="lk-button" data-variant="primary" href="${next}">${t('provider.back')}</a></div>`
  return renderSignInDocument(frame, { title, content })
}

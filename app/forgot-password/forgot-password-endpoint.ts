import { storePreferences } from '#app/(portal)/_preferences/preference-cookies.ts'
import { continueAt } from '#app/sign-in/continue-at.ts'
import { describeFrame, pathWithNext } from '#app/sign-in/sign-in-document.ts'
import { requestPasswordLink } from '#lib/domain/people/user-lifecycle/request-password-link.ts'
import { toNextPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { Refusal, toRefusal } from '#lib/kernel/errors.ts'
import { readBrowserHash } from '#lib/web/cookies/browser-cookie.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, seeOther } from '#lib/web/http/endpoint.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import { logRefusal } from '#lib/web/http/refusal-response.ts'
import { renderForgotPasswordPage, renderLinkSentPage } from './render-forgot-password-page.ts'

const path = '/forgot-password'

/** Requests a password link by mail. The response is the same for every name. Without mail settings, it isn't there. */
export const forgotPasswordEndpoint = definePageEndpoint({ GET: showForm, POST: submitForm })

async function showForm(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  requireMail(context)
  const { searchParams } = new URL(request.url)
  const frame = await describeFrame(request, context, { path, next: toNextPath(searchParams.get('next')) })
  return searchParams.get('notice') === 'sent' ? renderLinkSentPage(frame) : renderForgotPasswordPage(frame)
}

async function submitForm(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  requireMail(context)
  const { services, address, requestId } = context
  const form = await readForm(request, ['name', 'next', 'language', 'theme'])
  const { name = '' } = form
  const next = toNextPath(form.next)
  if (form.language || form.theme) {
    await storePreferences(form)
    return seeOther(pathWithNext(path, next), requestId)
  }
  try {
    const browserHash = readBrowserHash(request.headers.get('cookie'), services.env.baseUrl)
    await requestPasswordLink(services, { kind: 'visitor', address, requestId }, { name, browserHash })
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(services, refusal, context)
    return renderForgotPasswordPage(await describeFrame(request, context, { path, next }), { name, refusal })
  }
  return continueAt(pathWithNext(path, next, 'sent'), request, context)
}

function requireMail({ services }: EndpointContext): void {
  if (!services.env.mail) throw new Refusal('not_found')
}

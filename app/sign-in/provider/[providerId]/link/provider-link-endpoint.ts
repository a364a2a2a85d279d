import { currentAnonymous, currentBrowser } from '#app/(portal)/_session/anonymous.ts'
import { openPortal } from '#app/(portal)/_session/auth.ts'
import { removePendingCookie, setPendingCookie } from '#app/(portal)/_session/pending-cookie.ts'
import { continueAt } from '#app/sign-in/continue-at.ts'
import { renderLinkPage } from '#app/sign-in/provider/[providerId]/render-provider-pages.ts'
import { describeFrame, pathWithNext } from '#app/sign-in/sign-in-document.ts'
import { acceptLink, type LinkForm, readLinkQuestion } from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import type { SignInProblem } from '#lib/domain/sign-in/company-sign-in/sign-in-problem.ts'
import { secondStepPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { toRefusal } from '#lib/kernel/errors.ts'
import { delayRefusal } from '#lib/web/gateway/form-turn.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import type { EndpointContext, EndpointResponse } from '#lib/web/http/endpoint.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import { logRefusal } from '#lib/web/http/refusal-response.ts'

/** Links an identity to the user of an invitation, once its holder said so on the page that names both. */
export const providerLinkEndpoint = definePageEndpoint({ POST: submitLink })

async function submitLink(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { services } = context
  const { sealed = '', password = '' } = await readForm(request, ['sealed', 'password'])
  const { pathname } = new URL(request.url)
  const form: LinkForm = { providerId: pathname.split('/')[3] ?? '', sealed, browser: await currentBrowser() }
  const question = await readLinkQuestion(services, form)
  if ('problem' in question) return leaveLink(request, context, question.problem)
  const { next } = question
  try {
    const outcome = await acceptLink(services, await currentAnonymous(), { ...form, password })
    if ('problem' in outcome) return leaveLink(request, context, outcome.problem)
    if ('token' in outcome) {
      await setPendingCookie(services, outcome.token)
      return continueAt(pathWithNext(secondStepPath, next), request, context)
    }
    await openPortal(outcome)
    await removePendingCookie(services)
    return continueAt(next, request, context)
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(services, refusal, context)
    if (refusal.code === 'password_wrong') await delayRefusal()
    return renderLinkPage(await describeFrame(request, context, { next }), { ...question, action: pathname }, refusal)
  }
}

function leaveLink(request: Request, context: EndpointContext, problem: SignInProblem): EndpointResponse {
  return continueAt(pathWithNext('/sign-in', '/', `provider-${problem}`), request, context)
}

import { storePreferences } from '#app/(portal)/_preferences/preference-cookies.ts'
import { signInWithPassword } from '#app/(portal)/_session/auth.ts'
import { readSetUpState } from '#lib/domain/people/password-links/set-up.ts'
import { secondStepPath, toNextPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { readProviderChoices } from '#lib/domain/sign-in/sign-in-providers/provider-choices.ts'
import { toRefusal } from '#lib/kernel/errors.ts'
import { identifyBrowser } from '#lib/web/cookies/browser-cookie.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { signedOutHeaders } from '#lib/web/cookies/signed-out-cookie.ts'
import { delayRefusal } from '#lib/web/gateway/form-turn.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, seeOther } from '#lib/web/http/endpoint.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import { logRefusal } from '#lib/web/http/refusal-response.ts'
import { continueAt } from './continue-at.ts'
import { cookieNotice, sendsCookies } from './cookie-notice.ts'
import { renderSetUpNeededPage, renderSignInPage } from './render-sign-in-page.ts'
import { describeFrame, pathWithNext } from './sign-in-document.ts'

const path = '/sign-in'

/**
 * The sign-in page. Its script submits the form with `Accept: application/json`, which keeps the input through an
 * outage. Without the script the form is a plain POST.
 */
export const signInEndpoint = definePageEndpoint({ GET: showForm, POST: submitForm })

async function showForm(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { searchParams } = new URL(request.url)
  const next = toNextPath(searchParams.get('next'))
  // A user who returns here from an account wants to leave it, not to open it again.
  const asked = searchParams.get('notice') ?? undefined
  if (await readSignedInUser(context, request.headers.get('cookie'))) {
    return seeOther(next.startsWith('/launch/') && asked !== cookieNotice ? '/' : next, context.requestId)
  }
  const setUpState = await findSetUpState(context)
  const frame = await describeFrame(request, context, { path, next })
  if (setUpState === 'new') return renderSetUpNeededPage(frame)
  const notice = setUpState === 'without-owner' ? setUpState : asked
  const page = renderSignInPage(frame, { notice, providers: await readProviderChoices(context.services) })
  const { baseUrl } = context.services.env
  const { 'Set-Cookie': deletion = [], ...cleared } = signedOutHeaders(request.headers.get('cookie'), baseUrl)
  // A form without this cookie comes from a browser that blocks them.
  const cookies = [identifyBrowser(request.headers.get('cookie'), baseUrl).cookies, deletion].flat(2)
  return { ...page, headers: { ...page.headers, ...cleared, ...(cookies.length > 0 && { 'Set-Cookie': cookies }) } }
}

async function submitForm(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const form = await readForm(request, ['name', 'password', 'next', 'language', 'theme'])
  const { name = '', password = '' } = form
  const next = toNextPath(form.next)
  if (form.language || form.theme) {
    await storePreferences(form)
    return seeOther(pathWithNext(path, next), context.requestId)
  }
  let needsStep: boolean
  try {
    needsStep = await signInWithPassword({ name, password })
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(context.services, refusal, context)
    if (refusal.code === 'sign_in_failed') await delayRefusal()
    const providers = await readProviderChoices(context.services)
    return renderSignInPage(await describeFrame(request, context, { path, next }), { name, refusal, providers })
  }
  if (needsStep) return continueAt(pathWithNext(secondStepPath, next), request, context)
  // A browser that keeps cookies after all goes on from there. One that blocks them is told, instead of being asked
  // again.
  const target = sendsCookies(request, context) ? next : pathWithNext(path, next, cookieNotice)
  return continueAt(target, request, context)
}

/** Remembered, because it is final: the sign-in page must not need the database. */
let isSetUp = false

async function findSetUpState({ services }: EndpointContext) {
  if (isSetUp) return 'done'
  const state = await readSetUpState(services.db)
  isSetUp = state === 'done'
  return state
}

import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { toRefusal } from '#lib/errors.ts'
import { requestPreferences } from '#lib/http/cookies.ts'
import { definePageEndpoint } from '#lib/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, jsonResponse, seeOther } from '#lib/http/endpoint.ts'
import { readForm } from '#lib/http/form-body.ts'
import { logRefusal } from '#lib/http/refusal-response.ts'
import { readOrganization } from '#lib/organization/read-organization.ts'
import { readSetUpState } from '#lib/password-links/set-up.ts'
import { toNextPath } from '#lib/portal-sessions/next-path.ts'
import { storePreferences } from '../(portal)/_preferences/preference-cookies.ts'
import { signInWithCookies } from '../(portal)/_session/auth.ts'
import { renderSetUpNeededPage, renderSignInPage } from './render-sign-in-page.ts'

/**
 * The sign-in page: a document without React, so that it is small. Its script submits the form with
 * `Accept: application/json`, which keeps the input through an outage. Without the script the form is a plain POST.
 */
export const signInEndpoint = definePageEndpoint({ GET: showForm, POST: submitForm })

async function showForm(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { searchParams } = new URL(request.url)
  const next = toNextPath(searchParams.get('next'))
  // A user who returns here from an account wants to leave it, not to open it again.
  if (await readSignedInUser(context, request.headers.get('cookie'))) {
    return seeOther(next.startsWith('/launch/') ? '/' : next, context.requestId)
  }
  const setUpState = await findSetUpState(context)
  const frame = await describeFrame(request, context)
  if (setUpState === 'new') return renderSetUpNeededPage(frame)
  const notice = setUpState === 'without-owner' ? setUpState : (searchParams.get('notice') ?? undefined)
  return renderSignInPage({ ...frame, next, notice })
}

async function submitForm(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const form = await readForm(request, ['name', 'password', 'next', 'language', 'theme'])
  const { name = '', password = '' } = form
  const next = toNextPath(form.next)
  if (form.language || form.theme) {
    await storePreferences(form)
    return seeOther(`/sign-in?${new URLSearchParams({ next })}`, context.requestId)
  }
  try {
    await signInWithCookies({ name, password })
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(context.services, refusal, context)
    return renderSignInPage({ ...(await describeFrame(request, context)), next, name, refusal })
  }
  const isFromScript = request.headers.get('accept') === 'application/json'
  return isFromScript ? jsonResponse({ next }) : seeOther(next, context.requestId)
}

async function describeFrame(request: Request, { services, requestId }: EndpointContext) {
  const organization = await readOrganization(services)
  return { ...requestPreferences(request), organization, requestId, platformOrigin: services.platform?.origin }
}

/** Remembered, because it is final: the sign-in page must not need the database. */
let isSetUp = false

async function findSetUpState({ services }: EndpointContext) {
  if (isSetUp) return 'done'
  const state = await readSetUpState(services.db)
  isSetUp = state === 'done'
  return state
}

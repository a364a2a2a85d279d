import { continueAt } from '#app/sign-in/continue-at.ts'
import { describeFrame } from '#app/sign-in/sign-in-document.ts'
import { findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { type BegunSignIn, beginProviderSignIn } from '#lib/domain/sign-in/company-sign-in/begin-provider-sign-in.ts'
import { linkingPurposes } from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import { beginProviderTest } from '#lib/domain/sign-in/company-sign-in/test-sign-in.ts'
import { signInPath, toNextPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { readProviderChoices } from '#lib/domain/sign-in/sign-in-providers/provider-choices.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { identifyBrowser } from '#lib/web/cookies/browser-cookie.ts'
import { setProviderCookie } from '#lib/web/cookies/provider-cookie.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, seeOther } from '#lib/web/http/endpoint.ts'
import { readForm, readQuery } from '#lib/web/http/form-body.ts'
import { isNavigation, prefetchResponse } from '#lib/web/http/navigation.ts'
import { leaveProvider } from './leave-provider.ts'
import { renderConfirmPage, renderDeparture } from './render-provider-pages.ts'

/**
 * Leads to a provider's sign-in. GET signs in, and asks before a confirmation (`confirm`): another site can send a
 * browser there. POST, which only our own pages can send, confirms who is signed in, goes to link an identity (`link`),
 * or tests the provider for an owner (`test`).
 */
export const providerStartEndpoint = definePageEndpoint({ GET: startSignIn, POST: startByForm })

async function startSignIn(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { requestId } = context
  if (!isNavigation(request)) return prefetchResponse(requestId)
  const { confirm, ...given } = readQuery(request, ['next', 'confirm'])
  const next = toNextPath(given.next)
  const user = await readSignedInUser(context, request.headers.get('cookie'))
  if (confirm) {
    const provider = await findChoice(request, context)
    if (!user || !provider) return seeOther(signInPath(next), requestId)
    return renderConfirmPage(await describeFrame(request, context, { next }), provider)
  }
  if (user) return seeOther(next, requestId)
  const begun = await begin(request, context, { next })
  return 'status' in begun ? begun : seeOther(begun.url, requestId, begun.cookies)
}

async function startByForm(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { link, confirm, test, ...given } = await readForm(request, ['next', 'link', 'confirm', 'test'])
  const next = toNextPath(given.next)
  const user = await readSignedInUser(context, request.headers.get('cookie'))
  if ((confirm || test) && !user) return continueAt(signInPath(next), request, context)
  if (test && user) return startTest(request, context, { user, next })
  if (link !== undefined && !(await findLinkedUser(context.services, link, linkingPurposes))) {
    return leaveProvider(request, context, { problem: 'link_unusable', next, isConfirmation: false })
  }
  const begun = await begin(request, context, { next, link, sessionId: confirm ? user?.sessionId : undefined })
  return 'status' in begun ? begun : depart(request, context, { ...begun, next })
}

/** A test that can't begin has failed: `next` shows why. */
async function startTest(
  request: Request,
  context: EndpointContext,
  { user, next }: Readonly<{ user: PortalUser; next: string }>,
): Promise<EndpointResponse> {
  const browser = identifyBrowser(request.headers.get('cookie'), context.services.env.baseUrl)
  const start = { providerId: readProviderId(request), browserHash: browser.hash, next }
  const begun = await beginProviderTest(context.services, user, start)
  if (begun === 'unavailable') return continueAt(next, request, context)
  return depart(request, context, { ...withCookies(request, context, { begun, browser }), next })
}

/** A redirect would leave this origin, which `form-action` forbids. */
async function depart(request: Request, context: EndpointContext, { url, cookies, next }: Begun & { next: string }) {
  const page = renderDeparture(await describeFrame(request, context, { next }), url)
  return { ...page, headers: { ...page.headers, 'Set-Cookie': cookies } }
}

type Start = Readonly<{ next: string; link?: string | undefined; sessionId?: string | undefined }>
type Begun = Readonly<{ url: string; cookies: string[] }>

async function begin(request: Request, context: EndpointContext, start: Start): Promise<Begun | EndpointResponse> {
  const { services } = context
  const browser = identifyBrowser(request.headers.get('cookie'), services.env.baseUrl)
  const target = { providerId: readProviderId(request), browserHash: browser.hash }
  const begun = await beginProviderSignIn(services, { ...start, ...target })
  if (begun !== 'unavailable') return withCookies(request, context, { begun, browser })
  const isConfirmation = start.sessionId !== undefined
  return leaveProvider(request, context, { problem: 'unavailable', next: start.next, isConfirmation })
}

type Started = Readonly<{ begun: BegunSignIn; browser: ReturnType<typeof identifyBrowser> }>

function withCookies({ headers }: Request, { services }: EndpointContext, { begun, browser }: Started): Begun {
  const ofAttempt = setProviderCookie(headers.get('cookie'), services.env.baseUrl, begun)
  return { url: begun.url, cookies: [...browser.cookies, ...ofAttempt] }
}

async function findChoice(request: Request, { services }: EndpointContext) {
  const id = readProviderId(request)
  return (await readProviderChoices(services)).find((provider) => provider.id === id)
}

function readProviderId({ url }: Request): string {
  return new URL(url).pathname.split('/')[3] ?? ''
}

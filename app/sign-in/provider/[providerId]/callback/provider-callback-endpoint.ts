import { cookies } from 'next/headers'
import { currentAnonymous, currentBrowser } from '#app/(portal)/_session/anonymous.ts'
import { openPortal, setSessionCookie } from '#app/(portal)/_session/auth.ts'
import { removePendingCookie, setPendingCookie } from '#app/(portal)/_session/pending-cookie.ts'
import { leaveProvider } from '#app/sign-in/provider/[providerId]/leave-provider.ts'
import { renderLinkPage } from '#app/sign-in/provider/[providerId]/render-provider-pages.ts'
import { describeFrame, pathWithNext } from '#app/sign-in/sign-in-document.ts'
import { finishProviderSignIn } from '#lib/domain/sign-in/company-sign-in/finish-provider-sign-in.ts'
import { openAttempt } from '#lib/domain/sign-in/company-sign-in/provider-attempt.ts'
import { finishProviderTest } from '#lib/domain/sign-in/company-sign-in/test-sign-in.ts'
import { secondStepPath, toNextPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { providerPath, providerUrls } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { readBrowserHash } from '#lib/web/cookies/browser-cookie.ts'
import { clearedProviderCookie, readProviderCookie } from '#lib/web/cookies/provider-cookie.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, seeOther } from '#lib/web/http/endpoint.ts'
import { isNavigation, prefetchResponse } from '#lib/web/http/navigation.ts'

/** The redirect URI: ends a sign-in, a confirmation or a test at a provider (OpenID Connect Core §3.1.2.5). */
export const providerCallbackEndpoint = definePageEndpoint({ GET: finishSignIn })

async function finishSignIn(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { services, requestId } = context
  if (!isNavigation(request)) return prefetchResponse(requestId)
  const { pathname, search, searchParams } = new URL(request.url)
  const providerId = pathname.split('/')[3] ?? ''
  const state = searchParams.get('state') ?? ''
  const attempt = await takeAttempt(request, context, { providerId, state })
  const next = toNextPath(attempt?.next)
  const callback = new URL(`${providerUrls(services.env.baseUrl, providerId).redirectUri}${search}`)
  const current = await readSignedInUser(context, request.headers.get('cookie'))
  if (attempt?.test) {
    const isKept = await finishProviderTest(services, { attempt, callback, current })
    if (isKept) return seeOther(next, requestId)
    return leaveProvider(request, context, { problem: 'expired', next, isConfirmation: false })
  }
  const browser = await currentBrowser()
  const outcome = await finishProviderSignIn(services, await currentAnonymous(), {
    attempt,
    callback,
    browser,
    current,
  })
  if ('problem' in outcome) {
    const isConfirmation = attempt?.sessionId !== undefined
    return leaveProvider(request, context, { problem: outcome.problem, next, isConfirmation })
  }
  if ('sealed' in outcome) {
    const action = `${providerPath(providerId)}/link`
    return renderLinkPage(await describeFrame(request, context, { next }), { ...outcome, action })
  }
  if ('token' in outcome) {
    await setPendingCookie(services, outcome.token)
    return seeOther(pathWithNext(secondStepPath, next), requestId)
  }
  if ('user' in outcome) {
    if (outcome.secret !== undefined) await setSessionCookie(outcome.secret)
  } else {
    await openPortal(outcome)
    await removePendingCookie(services)
  }
  return seeOther(next, requestId)
}

type Lookup = Readonly<{ providerId: string; state: string }>

/** The attempt of this browser that the response is for. Its cookie is removed: it serves once. */
async function takeAttempt({ headers }: Request, { services }: EndpointContext, { providerId, state }: Lookup) {
  const { env, keys, clock } = services
  const cookieHeader = headers.get('cookie')
  const sealed = readProviderCookie(cookieHeader, env.baseUrl, state)
  if (sealed === undefined) return undefined
  const { name, attributes } = clearedProviderCookie(env.baseUrl, state)
  const jar = await cookies()
  jar.set(name, '', attributes)
  const browserHash = readBrowserHash(cookieHeader, env.baseUrl) ?? ''
  return openAttempt(keys, sealed, { providerId, state, browserHash, now: clock.now() })
}

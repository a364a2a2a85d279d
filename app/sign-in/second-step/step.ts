import { currentBrowser } from '#app/(portal)/_session/anonymous.ts'
import { openPortal } from '#app/(portal)/_session/auth.ts'
import { removePendingCookie } from '#app/(portal)/_session/pending-cookie.ts'
import { continueAt } from '#app/sign-in/continue-at.ts'
import { cookieNotice, sendsCookies } from '#app/sign-in/cookie-notice.ts'
import { describeFrame, pathWithNext } from '#app/sign-in/sign-in-document.ts'
import { siteName } from '#lib/domain/organization/organization/organization.ts'
import { totpUri } from '#lib/domain/sign-in/authenticator-apps/totp.ts'
import { type EnrolledSession, offerAppAtSignIn } from '#lib/domain/sign-in/portal-sessions/enroll-at-sign-in.ts'
import { secondStepPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { getSecondStep, type StepHolder } from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import type { StartedSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { readPendingToken } from '#lib/web/cookies/pending-cookie.ts'
import type { EndpointContext, EndpointResponse } from '#lib/web/http/endpoint.ts'
import { renderCodesPage } from './render-codes-page.ts'
import { renderEnrollPage } from './render-enroll-page.ts'
import { renderVerifyPage } from './render-verify-page.ts'

/** The browser's second step. @throws Refusal `sign_in_expired` if it has none */
export async function requireHolder({ headers }: Request, { services }: EndpointContext): Promise<StepHolder> {
  const token = readPendingToken(headers.get('cookie'), services.env.baseUrl)
  if (token === undefined) throw new Refusal('sign_in_expired', { detail: 'no cookie' })
  return { token, browser: await currentBrowser() }
}

type ShownStep = Readonly<{
  next: string
  byRecoveryCode: boolean
  /** The secret that the page has offered for an app. */
  sealed?: string | undefined
  refusal?: Refusal
}>

/** The page of the browser's second step, or what follows if the sign-in has ended. */
export async function showStep(
  request: Request,
  context: EndpointContext,
  { next, sealed, ...shown }: ShownStep,
): Promise<EndpointResponse> {
  const { services } = context
  try {
    const holder = await requireHolder(request, context)
    const { user, step, factors } = await getSecondStep(services, holder)
    const page = { ...(await describeFrame(request, context, { path: secondStepPath, next })), ...shown, user }
    if (step === 'verify') return renderVerifyPage({ ...page, factors })
    const offered = await offerAppAtSignIn(services, holder, sealed)
    const uri = totpUri(offered.secret, { issuer: siteName(page.organization), account: user.username })
    return renderEnrollPage({ ...page, offered: { ...offered, uri }, userAgent: holder.browser.userAgent ?? '' })
  } catch (error) {
    if (isRefusal(error) && error.code === 'sign_in_expired') return leaveStep(request, context, next)
    throw error
  }
}

/** A sign-in that has ended begins again. The sign-in page leads on if it ended with a session. */
export function leaveStep(request: Request, context: EndpointContext, next: string): EndpointResponse {
  const notice = sendsCookies(request, context) ? 'expired' : cookieNotice
  return continueAt(pathWithNext('/sign-in', next, notice), request, context)
}

type FinishedStep = Readonly<{ next: string; started: StartedSession | EnrolledSession }>

/** Opens the portal. New recovery codes are shown only in this response. */
export async function finishStep(
  request: Request,
  context: EndpointContext,
  { next, started }: FinishedStep,
): Promise<EndpointResponse> {
  await openPortal(started)
  await removePendingCookie(context.services)
  const codes = 'recoveryCodes' in started ? started.recoveryCodes : undefined
  if (codes === undefined) return continueAt(next, request, context)
  return renderCodesPage(await describeFrame(request, context, { next }), codes)
}

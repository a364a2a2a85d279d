import type { Opening } from '#lib/account-sessions/open-account-session.ts'
import { makeAccountCookie } from '#lib/cookies/account-cookie.ts'
import { identifyBrowser } from '#lib/cookies/browser-cookie.ts'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { Refusal } from '#lib/errors.ts'
import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'
import type { EndpointResponse } from '#lib/http/endpoint-response.ts'
import { answerOnlooker, isNavigation } from '#lib/http/navigation.ts'
import type { PageAction } from '#lib/http/page.ts'
import { refusalPage } from '#lib/http/refusal-page.ts'
import { logRefusal } from '#lib/http/refusal-response.ts'
import { requestPreferences } from '#lib/http/request-preferences.ts'
import { seeOther } from '#lib/http/see-other.ts'
import type { Preferences } from '#lib/i18n/preferences.ts'
import { translatorFor } from '#lib/i18n/translator.ts'
import { findWayForward, type WayForward } from '#lib/launch/find-way-forward.ts'
import { type Services, services } from '#lib/services.ts'
import { parseGrantLink } from '#lib/sso-grants/grant-link.ts'
import { type RefusedGrant, redeemSsoGrant } from '#lib/sso-grants/redeem-sso-grant.ts'

const refusalCodes = {
  redeemed: 'grant_used',
  expired: 'grant_expired',
  withdrawn: 'grant_withdrawn',
  other_browser: 'grant_other_browser',
} as const satisfies Record<RefusedGrant['kind'], string>

/** `GET /sso`: section 5 of the protocol. */
export const ssoEntryEndpoint = definePageEndpoint({
  GET: async (request, source) => {
    if (!isNavigation(request)) return answerOnlooker(source.requestId)
    const link = parseGrantLink(new URL(request.url).searchParams)
    if (!link) throw new Refusal('grant_unknown', { detail: 'a parameter is missing, repeated or malformed' })
    const opened = await services()
    const browser = identifyBrowser(request, opened.env.baseUrl)
    const entry = { ...link, browserHash: browser.hash }
    const redemption = await redeemSsoGrant(opened, { kind: 'visitor', ...source }, entry)
    if (redemption.kind === 'unknown') throw new Refusal('grant_unknown', { detail: 'never issued, edited or burned' })
    if (redemption.kind === 'pending' || redemption.kind === 'opened') {
      return goOn(opened, source.requestId, redemption, browser.cookies)
    }
    const person = await readSignedInUser(opened, request)
    const wayForward = await findWayForward(opened, person, redemption)
    const refusal = new Refusal(refusalCodes[redemption.kind])
    logRefusal(opened.log, refusal, source)
    const reader = { ...requestPreferences(request), locale: redemption.grant.locale }
    return explain(refusal, source.requestId, reader, wayForward)
  },
})

async function goOn(
  opened: Services,
  requestId: string,
  opening: Opening,
  browserCookies: string[],
): Promise<EndpointResponse> {
  // Another user's session can only stand in a browser that is known already: there is no cookie to set.
  if (opening.kind === 'pending') return seeOther(`/sso/confirm?session=${opening.sessionId}`, requestId)
  const sessionCookie = await makeAccountCookie(opened, opening.accountId, opening.secret)
  return seeOther(opening.deepPath, requestId, [sessionCookie, ...browserCookies])
}

function explain(
  refusal: Refusal,
  requestId: string,
  reader: Preferences,
  wayForward: WayForward | undefined,
): EndpointResponse {
  return refusalPage({
    refusal,
    reader,
    requestId,
    actions: wayForward ? [toAction(wayForward, reader.locale)] : [],
    refreshTo: wayForward?.kind === 'launch' ? wayForward.retryPath : undefined,
  })
}

function toAction(wayForward: WayForward, locale: string): PageAction {
  const t = translatorFor(locale, 'signOn')
  if (wayForward.kind === 'launch') return { kind: 'link', href: wayForward.path, label: t('openAgain') }
  const { host } = new URL(wayForward.backUrl)
  return { kind: 'link', href: wayForward.backUrl, label: t('backTo', { host }) }
}

import type { Opening } from '#lib/domain/accounts/account-sessions/open-account-session.ts'
import { findNextStep, type NextStep } from '#lib/domain/links/launch/find-next-step.ts'
import { parseGrantLink } from '#lib/domain/links/sso-grants/grant-link.ts'
import { notePrefetch } from '#lib/domain/links/sso-grants/note-grant.ts'
import { type RefusedGrant, redeemSsoGrant } from '#lib/domain/links/sso-grants/redeem-sso-grant.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { ReasonFacts } from '#lib/kernel/refusal-reasons.ts'
import { makeAccountCookie } from '#lib/web/cookies/account-cookie.ts'
import { identifyBrowser } from '#lib/web/cookies/browser-cookie.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, seeOther } from '#lib/web/http/endpoint.ts'
import { isNavigation, prefetchResponse } from '#lib/web/http/navigation.ts'
import type { PageAction } from '#lib/web/http/page.ts'
import { refusalPage } from '#lib/web/http/refusal-page.ts'
import { recordRefusal } from '#lib/web/http/refusal-response.ts'

const refusalCodes = {
  redeemed: 'grant_used',
  expired: 'grant_expired',
  revoked: 'grant_withdrawn',
  other_browser: 'grant_other_browser',
} as const satisfies Record<RefusedGrant['kind'], string>

/** `GET /sso` (docs/protocol.md, section 5). */
export const ssoEntryEndpoint = definePageEndpoint({
  GET: async (request, context) => {
    const { services, address, requestId } = context
    const anonymous = { kind: 'visitor', address, requestId } as const
    const query = new URL(request.url).searchParams
    if (!isNavigation(request)) {
      notePrefetch(services, anonymous, query)
      return prefetchResponse(requestId)
    }
    const link = parseGrantLink(query)
    if (!link) throw new Refusal('grant_unknown', { reason: 'link_malformed' })
    const browser = identifyBrowser(request.headers.get('cookie'), services.env.baseUrl)
    const redemption = await redeemSsoGrant(services, anonymous, { ...link, browserHash: browser.hash })
    switch (redemption.kind) {
      case 'unknown':
        throw new Refusal('grant_unknown', { reason: redemption.reason, reasonFacts: keyFact(redemption.keyId) })
      case 'pending':
      case 'opened':
        return redirectToAccount(context, redemption, browser.cookies)
      default:
        return refusedGrantPage(request, context, redemption)
    }
  },
})

async function redirectToAccount(
  { services, requestId }: EndpointContext,
  opening: Opening,
  browserCookies: string[],
): Promise<EndpointResponse> {
  // Only a browser with a browser cookie can hold another user's session, so there is no cookie to set.
  if (opening.kind === 'pending') return seeOther(`/sso/confirm?session=${opening.sessionId}`, requestId)
  const sessionCookie = await makeAccountCookie(services, opening.accountId, opening.secret)
  return seeOther(opening.deepPath, requestId, [sessionCookie, ...browserCookies])
}

/** The refusal in the grant's locale, with the next step that is open to this user. */
async function refusedGrantPage(
  request: Request,
  context: EndpointContext,
  refused: RefusedGrant,
): Promise<EndpointResponse> {
  const { services, requestId } = context
  const user = await readSignedInUser(context, request.headers.get('cookie'))
  const nextStep = await findNextStep(services, user, refused)
  const { keyId, accountId } = refused.grant
  const refusal = new Refusal(refusalCodes[refused.kind], { reasonFacts: { ...keyFact(keyId), accountId } })
  recordRefusal(refusal, request, context)
  const { locale } = refused.grant
  return refusalPage({
    refusal,
    organization: await readOrganization(services),
    reader: { ...requestPreferences(request), locale },
    requestId,
    actions: nextStep ? [toPageAction(nextStep, locale)] : [],
    refreshTo: nextStep?.kind === 'launch' ? nextStep.retryPath : undefined,
  })
}

/** A launch from the portal has no key. */
function keyFact(keyId: string | null): ReasonFacts {
  return keyId === null ? {} : { keyId }
}

function toPageAction(nextStep: NextStep, locale: string): PageAction {
  const t = translatorFor(locale, 'ssoEntry')
  if (nextStep.kind === 'launch') return { kind: 'link', href: nextStep.path, label: t('openAgain') }
  const { host } = new URL(nextStep.backUrl)
  return { kind: 'link', href: nextStep.backUrl, label: t('backTo', { host }) }
}

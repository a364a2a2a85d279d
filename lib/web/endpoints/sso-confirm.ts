import {
  activateAccountSession,
  discardAccountSession,
  findPendingSession,
  type PendingSession,
} from '#lib/domain/accounts/account-sessions/pending-session.ts'
import { accountPath } from '#lib/domain/accounts/accounts/account.ts'
import type { Organization } from '#lib/domain/organization/organization/organization.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import type { Theme } from '#lib/foundation/i18n/preferences.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { makeAccountCookie } from '#lib/web/cookies/account-cookie.ts'
import { readBrowserHash } from '#lib/web/cookies/browser-cookie.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointResponse, seeOther } from '#lib/web/http/endpoint.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import { renderPage } from '#lib/web/http/page.ts'
import { requireSameOrigin } from '#lib/web/http/same-origin.ts'

const path = '/sso/confirm'

/**
 * `/sso/confirm`: asks before a link's session replaces another user's (docs/protocol.md, section 5). GET changes
 * nothing; POST is accepted only from this page, in the browser that opened the link.
 */
export const ssoConfirmEndpoint = definePageEndpoint({
  GET: async (request, { services, requestId }) => {
    const sessionId = new URL(request.url).searchParams.get('session')
    const input = identifyPendingSession(request, services.env.baseUrl, sessionId ?? undefined)
    const pending = await findPendingSession(services.db, input)
    if (!pending) throw new Refusal('link_unusable')
    const organization = await readOrganization(services)
    return renderQuestion(pending, { organization, requestId, theme: requestPreferences(request).theme })
  },

  POST: async (request, { services, address, requestId }) => {
    const { baseUrl } = services.env
    requireSameOrigin(request, baseUrl)
    const { session, choice } = await readForm(request, ['session', 'choice'])
    const input = identifyPendingSession(request, baseUrl, session)
    if (choice !== 'switch') {
      return seeOther(accountPath(await discardAccountSession(services, input)), requestId)
    }
    const opening = await activateAccountSession(services, { kind: 'visitor', address, requestId }, input)
    const cookie = await makeAccountCookie(services, opening.accountId, opening.secret)
    return seeOther(opening.deepPath, requestId, [cookie])
  },
})

/** @throws Refusal `link_unusable` without a session ID or a browser cookie */
function identifyPendingSession(request: Request, baseUrl: string, sessionId: string | undefined) {
  const browserHash = readBrowserHash(request.headers.get('cookie'), baseUrl)
  if (sessionId === undefined || browserHash === undefined) throw new Refusal('link_unusable')
  return { sessionId, browserHash }
}

type Frame = Readonly<{ organization: Organization; requestId: string; theme: Theme }>

function renderQuestion({ session, holder }: PendingSession, frame: Frame): EndpointResponse {
  const { locale, userName: user, accountName: account } = session
  const t = translatorFor(locale, 'ssoEntry')
  const form = (choice: 'switch' | 'keep') =>
    ({ kind: 'form', action: path, fields: { session: session.id, choice } }) as const
  return renderPage({
    title: t('switchTitle', { account, user }),
    sentence: holder ? t('switchHeld', { holder: holder.userName }) : t('switchFree'),
    actions: [
      { ...form('switch'), label: t('switchTo', { user }), primary: true },
      { ...form('keep'), label: t('keep') },
    ],
    ...frame,
    locale,
    status: 200,
  })
}

import { activateAccountSession } from '#lib/account-sessions/activate-account-session.ts'
import { discardAccountSession } from '#lib/account-sessions/discard-account-session.ts'
import { findPendingSession, type PendingSession } from '#lib/account-sessions/find-pending-session.ts'
import { accountPath } from '#lib/accounts/account.ts'
import { makeAccountCookie } from '#lib/cookies/account-cookie.ts'
import { readBrowserHash } from '#lib/cookies/browser-cookie.ts'
import { Refusal } from '#lib/errors.ts'
import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'
import type { EndpointResponse } from '#lib/http/endpoint-response.ts'
import { readForm } from '#lib/http/form-body.ts'
import { requireOwnPage } from '#lib/http/own-page.ts'
import { renderPage } from '#lib/http/page.ts'
import { requestPreferences } from '#lib/http/request-preferences.ts'
import { seeOther } from '#lib/http/see-other.ts'
import type { Theme } from '#lib/i18n/preferences.ts'
import { translatorFor } from '#lib/i18n/translator.ts'
import { type Services, services } from '#lib/services.ts'

const path = '/sso/confirm'

/**
 * `/sso/confirm`: asks before a link's session takes the place of another user's (section 5 of the protocol). Opening
 * it changes nothing; an answer counts only from our own page and from the browser that was asked.
 */
export const ssoConfirmEndpoint = definePageEndpoint({
  GET: async (request, source) => {
    const opened = await services()
    const sessionId = new URL(request.url).searchParams.get('session')
    const asked = readAsked(opened, request, sessionId ?? undefined)
    const pending = await findPendingSession(opened.db, asked.sessionId, asked.browserHash)
    if (!pending) throw new Refusal('link_unusable')
    return renderQuestion(pending, source.requestId, requestPreferences(request).theme)
  },

  POST: async (request, source) => {
    const opened = await services()
    requireOwnPage(request, opened.env.baseUrl)
    const { session, choice } = await readForm(request, ['session', 'choice'])
    const asked = readAsked(opened, request, session)
    if (choice !== 'switch') {
      return seeOther(accountPath(await discardAccountSession(opened, asked)), source.requestId)
    }
    const opening = await activateAccountSession(opened, { kind: 'visitor', ...source }, asked)
    const cookie = await makeAccountCookie(opened, opening.accountId, opening.secret)
    return seeOther(opening.deepPath, source.requestId, [cookie])
  },
})

/** @throws Refusal `link_unusable` where nothing can have been asked */
function readAsked(
  { env }: Services,
  request: Request,
  sessionId: string | undefined,
): { sessionId: string; browserHash: string } {
  const browserHash = readBrowserHash(request, env.baseUrl)
  if (sessionId === undefined || browserHash === undefined) throw new Refusal('link_unusable')
  return { sessionId, browserHash }
}

function renderQuestion({ session, holder }: PendingSession, requestId: string, theme: Theme): EndpointResponse {
  const { locale, userName: user, accountName: account } = session
  const t = translatorFor(locale, 'signOn')
  const answer = (choice: 'switch' | 'keep') =>
    ({ kind: 'form', action: path, fields: { session: session.id, choice } }) as const
  return renderPage({
    title: t('switchTitle', { account, user }),
    sentence: holder ? t('switchHeld', { holder: holder.userName }) : t('switchFree'),
    actions: [
      { ...answer('switch'), label: t('switchTo', { user }), primary: true },
      { ...answer('keep'), label: t('keep') },
    ],
    requestId,
    locale,
    theme,
    status: 200,
  })
}

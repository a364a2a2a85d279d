import type { AccountSession } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { mayReturn } from '#lib/domain/accounts/account-sessions/may-return.ts'
import type { ReadSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { launchPath } from '#lib/domain/links/launch/launch-path.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import type { Preferences } from '#lib/foundation/i18n/preferences.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'
import { type PageAction, renderPage } from '#lib/web/http/page.ts'

type NoSession = Extract<ReadSession, { ok: false }>

export type EndedSession = Readonly<{
  ended: NoSession
  accountId: string
  /** The requested path, if a launch may lead there. */
  deepPath: string | undefined
  preferences: Preferences
  requestId: string
}>

/**
 * Explains to the user, in their language, why this browser has no session. If it never had one, the page is the same
 * for every account ID.
 */
export async function renderEndedSessionPage(services: Services, facts: EndedSession): Promise<EndpointResponse> {
  const { ended, preferences, requestId } = facts
  const { locale } = preferences
  const t = translatorFor(locale, 'account')
  const reason = endReason(ended)
  return renderPage({
    status: 403,
    title: t(`over.${reason}.title`),
    sentence: t(`over.${reason}.why`),
    actions: await listNextSteps(services, facts, locale),
    organization: await readOrganization(services),
    requestId,
    locale,
    theme: preferences.theme,
  })
}

function endReason(ended: NoSession): Exclude<NoSession['reason'], 'expired'> | 'idle' | 'absolute' {
  if (ended.reason !== 'expired') return ended.reason
  return ended.lastKnown.endsAt === ended.lastKnown.expiresAt ? 'absolute' : 'idle'
}

/** Opening the account again, and the return address. A user sent by a client program returns to that program first. */
async function listNextSteps(
  services: Services,
  { ended, accountId, deepPath }: EndedSession,
  locale: string,
): Promise<PageAction[]> {
  const t = translatorFor(locale, 'ssoEntry')
  const last = ended.reason === 'none' ? undefined : ended.lastKnown
  const backUrl = last && (await findBackUrl(services, last))
  const options = {
    ...(deepPath !== undefined && { deepPath }),
    ...(backUrl !== undefined && { backUrl }),
    ...(last && { locale: last.locale }),
  }
  const label = last ? t('openAgain') : translatorFor(locale, 'account')('over.open')
  const open: PageAction = { kind: 'link', href: launchPath(accountId, options), label }
  const back: PageAction = backUrl
    ? { kind: 'link', href: backUrl, label: t('backTo', { host: new URL(backUrl).host }) }
    : { kind: 'link', href: '/', label: t('accounts') }
  if (ended.reason === 'withdrawn') return [{ ...back, primary: true }]
  const isFromClient = backUrl !== undefined && last?.keyId !== null
  return isFromClient ? [{ ...back, primary: true }, open] : [{ ...open, primary: true }, back]
}

/** The session's return address, if it is still registered and is not this server. */
async function findBackUrl(services: Services, session: AccountSession): Promise<string | undefined> {
  const { backUrl } = session
  const isExternal = new URL(backUrl).origin !== services.env.baseUrl
  return isExternal && (await mayReturn(services, session)) ? backUrl : undefined
}

import type { AccountSession } from '#lib/account-sessions/account-session.ts'
import type { ReadSession } from '#lib/account-sessions/read-account-session.ts'
import type { EndpointResponse } from '#lib/http/endpoint-response.ts'
import { type PageAction, renderPage } from '#lib/http/page.ts'
import type { Preferences } from '#lib/i18n/preferences.ts'
import { translatorFor } from '#lib/i18n/translator.ts'
import { launchPath } from '#lib/launch/launch-path.ts'
import { acceptsBackUrl } from '#lib/return-addresses/back-url.ts'
import type { Services } from '#lib/services.ts'

type Lost = Extract<ReadSession, { ok: false }>

export type EndedSession = Readonly<{
  lost: Lost
  accountId: string
  /** The place asked for, where a launch may lead there. */
  deepPath: string | undefined
  preferences: Preferences
  requestId: string
}>

/**
 * Why nothing is shown, and how to go on. Where this browser had no session, the page is the same for every account,
 * existing or not.
 */
export async function renderEndedSessionPage(services: Services, facts: EndedSession): Promise<EndpointResponse> {
  const { lost, preferences, requestId } = facts
  const locale = lost.reason === 'none' ? preferences.locale : lost.lastKnown.locale
  const t = translatorFor(locale, 'account')
  const reason = explain(lost)
  return renderPage({
    status: 403,
    title: t(`over.${reason}.title`),
    sentence: t(`over.${reason}.why`),
    actions: await listWays(services, facts, locale),
    requestId,
    locale,
    theme: preferences.theme,
  })
}

function explain(lost: Lost): Exclude<Lost['reason'], 'expired'> | 'idle' | 'absolute' {
  if (lost.reason !== 'expired') return lost.reason
  return lost.lastKnown.endsAt === lost.lastKnown.expiresAt ? 'absolute' : 'idle'
}

/** Open it again, and back to where the person came from. Whom a program sent is most likely known only there. */
async function listWays(
  services: Services,
  { lost, accountId, deepPath }: EndedSession,
  locale: string,
): Promise<PageAction[]> {
  const t = translatorFor(locale, 'ssoEntry')
  const last = lost.reason === 'none' ? undefined : lost.lastKnown
  const backUrl = last && (await findBackUrl(services, last))
  const options = {
    ...(deepPath !== undefined && { deepPath }),
    ...(backUrl !== undefined && { backUrl }),
    ...(last && { locale }),
  }
  const label = last ? t('openAgain') : translatorFor(locale, 'account')('over.open')
  const open: PageAction = { kind: 'link', href: launchPath(accountId, options), label }
  const back: PageAction = backUrl
    ? { kind: 'link', href: backUrl, label: t('backTo', { host: new URL(backUrl).host }) }
    : { kind: 'link', href: '/', label: t('accounts') }
  if (lost.reason === 'withdrawn') return [{ ...back, primary: true }]
  const isSentHere = backUrl !== undefined && last?.keyId !== null
  return isSentHere ? [{ ...back, primary: true }, open] : [{ ...open, primary: true }, back]
}

/** Where the session would have led back to, as long as that is allowed and lies elsewhere. */
async function findBackUrl({ db, env }: Services, { backUrl }: AccountSession): Promise<string | undefined> {
  const isElsewhere = new URL(backUrl).origin !== env.baseUrl
  return isElsewhere && (await acceptsBackUrl(db, env.baseUrl, backUrl)) ? backUrl : undefined
}

import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { Refusal, RefusalCode } from '#lib/kernel/errors.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'
import { type PageAction, type PageParts, renderPage } from '#lib/web/http/page.ts'
import { retryHeaders } from '#lib/web/http/refusal-response.ts'

export type RefusalPage = Pick<PageParts, 'organization' | 'requestId' | 'headers' | 'refreshTo'> &
  Readonly<{
    refusal: Refusal
    /** The locale is the reader's, or that of the requested link. */
    reader: Pick<PageParts, 'locale' | 'theme'>
    /** The most likely next step first. A link to the accounts follows them. */
    actions?: readonly PageAction[]
  }>

/** Errors that can pass by themselves: their page offers to try again. */
const temporaryCodes: readonly RefusalCode[] = [
  'temporarily_unavailable',
  'too_many_requests',
  'platform_unreachable',
  'platform_busy',
]

/** A refusal as a page with a reason and next steps. It echoes nothing of the request. */
export function refusalPage({
  refusal,
  organization,
  reader,
  requestId,
  actions = [],
  headers,
  refreshTo,
}: RefusalPage): EndpointResponse {
  const { locale, theme } = reader
  const t = translatorFor(locale, 'errors')
  return renderPage({
    title: t(`refusals.${refusal.code}.title`),
    sentence: t(`refusals.${refusal.code}.why`),
    actions: markPrimary([...actions, ...commonActions(refusal, locale)]),
    organization,
    requestId,
    locale,
    theme,
    status: refusal.status,
    headers: { ...retryHeaders(refusal), ...headers },
    refreshTo,
  })
}

/** POST deletes every cookie of the site. */
export const clearCookiesPath = '/clear-cookies'

function commonActions(refusal: Refusal, locale: string): PageAction[] {
  const t = translatorFor(locale, 'ssoEntry')
  // No other page works until the cookies are deleted.
  if (refusal.code === 'repeated_cookie') return [{ kind: 'form', action: clearCookiesPath, label: t('clearCookies') }]
  const accounts: PageAction = { kind: 'link', href: '/', label: t('accounts') }
  // An empty URL reference is the current URL (RFC 3986 §4.4), so the page need not contain it.
  return temporaryCodes.includes(refusal.code) ? [{ kind: 'link', href: '', label: t('again') }, accounts] : [accounts]
}

function markPrimary(actions: readonly PageAction[]): PageAction[] {
  return actions.map((action, index) => (index === 0 ? { ...action, primary: true } : action))
}

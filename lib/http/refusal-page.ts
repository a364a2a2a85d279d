import type { Refusal, RefusalCode } from '#lib/errors.ts'
import type { EndpointResponse, ResponseHeaders } from '#lib/http/endpoint-response.ts'
import { type PageAction, renderPage } from '#lib/http/page.ts'
import { retryHeaders } from '#lib/http/refusal-response.ts'
import type { Preferences } from '#lib/i18n/preferences.ts'
import { translatorFor } from '#lib/i18n/translator.ts'

export type RefusalPage = Readonly<{
  refusal: Refusal
  /** In whose language, or in that of what they wanted. */
  reader: Readonly<Pick<Preferences, 'locale' | 'theme'>>
  requestId: string
  /** Ways forward, the first one the most likely; always followed by the way to the accounts. */
  actions?: readonly PageAction[]
  headers?: ResponseHeaders
  refreshTo?: string | undefined
}>

/** Trying the very same address again helps there, and nowhere else. */
const passing: readonly RefusalCode[] = [
  'temporarily_unavailable',
  'too_many_requests',
  'platform_unreachable',
  'platform_busy',
]

/** A refusal as a plain page: what happened, why, and ways forward. Nothing of the request is echoed. */
export function refusalPage({
  refusal,
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
    requestId,
    locale,
    theme,
    status: refusal.status,
    headers: { ...retryHeaders(refusal), ...headers },
    ...(refreshTo === undefined ? {} : { refreshTo }),
  })
}

/** Where a form deletes every cookie of the site. */
export const clearCookiesPath = '/clear-cookies'

function commonActions(refusal: Refusal, locale: string): PageAction[] {
  const t = translatorFor(locale, 'signOn')
  // Nothing else works until they are gone.
  if (refusal.code === 'repeated_cookie') return [{ kind: 'form', action: clearCookiesPath, label: t('clearCookies') }]
  const accounts: PageAction = { kind: 'link', href: '/', label: t('accounts') }
  // An empty reference is the page's own address: it need not be written into the page.
  return passing.includes(refusal.code) ? [{ kind: 'link', href: '', label: t('again') }, accounts] : [accounts]
}

function markPrimary(actions: readonly PageAction[]): PageAction[] {
  return actions.map((action, index) => (index === 0 ? { ...action, primary: true } : action))
}

import { answerHeaders } from '#lib/http/endpoint.ts'
import { toLanguageTag } from '#lib/i18n/languages.ts'
import { translatorFor } from '#lib/i18n/translator.ts'

/** A way forward: somewhere to go, or something to send (a `POST` form, its fields hidden). */
export type PageAction = Readonly<
  | { kind: 'link'; href: string; label: string; primary?: boolean }
  | { kind: 'form'; action: string; label: string; fields?: Readonly<Record<string, string>>; primary?: boolean }
>

export type PageParts = Readonly<{
  /** What happened. */
  title: string
  /** Why, in one sentence. */
  sentence: string
  actions: readonly PageAction[]
  requestId: string
  /** The texts above are already in this locale's language; it decides `lang` and the page's own words. */
  locale: string
  status: number
  /** Besides the page's own, which win. */
  headers?: Readonly<Record<string, string>>
  /** Where the browser goes on by itself, at once. An address that this server made. */
  refreshTo?: string
  /** Unset: `same-origin` where there is a form (else it would send `Origin: null`), otherwise `no-referrer`. */
  referrerPolicy?: 'no-referrer' | 'same-origin'
  /** An origin that a form of this page is redirected to: `form-action` judges redirects too. */
  formOrigin?: string
}>

/** A complete page outside the portal: plain escaped HTML, no script, one stylesheet of our own, every header set. */
export function renderPage(page: PageParts): Response {
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(pageHeaders(page))) headers.set(name, value)
  return new Response(renderDocument(page), { status: page.status, headers })
}

function pageHeaders(page: PageParts): Record<string, string> {
  const hasForm = page.actions.some((action) => action.kind === 'form')
  const formAction = page.formOrigin ? `'self' ${page.formOrigin}` : "'self'"
  return {
    ...answerHeaders(page.requestId),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': toLanguageTag(page.locale),
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': page.referrerPolicy ?? (hasForm ? 'same-origin' : 'no-referrer'),
    ...(page.refreshTo === undefined ? {} : { Refresh: `0; url=${page.refreshTo}` }),
  }
}

function renderDocument(page: PageParts): string {
  const t = translatorFor(page.locale, 'errors')
  return `<!doctype html>
<html lang="${escapeHtml(toLanguageTag(page.locale))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.title)} · Latchkey</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/latchkey.css">
</head>
<body>
<main class="lk-column">
<a class="lk-brand" href="/"><img src="/mark.svg" width="24" height="24" alt="">Latchkey</a>
<h1>${escapeHtml(page.title)}</h1>
<p>${escapeHtml(page.sentence)}</p>
${renderActions(page.actions)}<p class="lk-fine">${escapeHtml(t('requestId'))} <code>${escapeHtml(page.requestId)}</code></p>
</main>
</body>
</html>
`
}

function renderActions(actions: readonly PageAction[]): string {
  return actions.length === 0 ? '' : `<div class="lk-actions">\n${actions.map(renderAction).join('\n')}\n</div>\n`
}

function renderAction(action: PageAction): string {
  const look = `class="lk-button" data-variant="${action.primary ? 'primary' : 'secondary'}"`
  const label = escapeHtml(action.label)
  if (action.kind === 'link') return `<a ${look} href="${escapeHtml(action.href)}">${label}</a>`
  const fields = Object.entries(action.fields ?? {}).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action.action)}">${fields.join('')}<button ${look} type="submit">${label}</button></form>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Safe as text and inside a quoted attribute; every attribute above is quoted. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

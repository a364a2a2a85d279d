import { documentResponse } from '#lib/http/document.ts'
import type { EndpointResponse, ResponseHeaders } from '#lib/http/endpoint-response.ts'
import { type Html, html } from '#lib/http/html.ts'
import type { Theme } from '#lib/i18n/preferences.ts'
import { translatorFor } from '#lib/i18n/translator.ts'

/** A link, or a `POST` form with hidden fields. */
export type PageAction = Readonly<
  | { kind: 'link'; href: string; label: string; primary?: boolean }
  | { kind: 'form'; action: string; label: string; fields?: Readonly<Record<string, string>>; primary?: boolean }
>

export type PageParts = Readonly<{
  title: string
  /** The reason, in one sentence. */
  sentence: string
  actions: readonly PageAction[]
  requestId: string
  /** The language of the texts above; also sets `lang` and the page's own texts. */
  locale: string
  theme?: Theme
  status: number
  /** The page's own headers take precedence. */
  headers?: ResponseHeaders
  /** The browser continues here at once, by a `Refresh` header. A path that this server made. */
  refreshTo?: string
}>

/** A page that says what happened and offers actions: escaped HTML, no script, our own stylesheet. */
export function renderPage(page: PageParts): EndpointResponse {
  const hasForm = page.actions.some((action) => action.kind === 'form')
  return documentResponse({
    status: page.status,
    title: `${page.title} · Latchkey`,
    locale: page.locale,
    theme: page.theme ?? 'system',
    requestId: page.requestId,
    // With `no-referrer`, a form would send `Origin: null`, which is refused as foreign.
    referrerPolicy: hasForm ? 'same-origin' : 'no-referrer',
    headers: { ...page.headers, ...(page.refreshTo === undefined ? {} : { Refresh: `0; url=${page.refreshTo}` }) },
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
    body: renderBody(page),
  })
}

function renderBody({ title, sentence, actions, requestId, locale }: PageParts): Html {
  const t = translatorFor(locale, 'errors')
  const actionList = actions.length === 0 ? [] : html`<div class="lk-actions">${actions.map(renderAction)}</div>`
  return html`<main class="lk-column">
<a class="lk-brand" href="/"><img src="/mark.svg" width="24" height="24" alt="">Latchkey</a>
<h1>${title}</h1>
<p>${sentence}</p>
${actionList}
<p class="lk-fine">${t('requestId')} <code>${requestId}</code></p>
</main>`
}

function renderAction(action: PageAction): Html {
  const variant = action.primary ? 'primary' : 'secondary'
  if (action.kind === 'link') {
    return html`<a class="lk-button" data-variant="${variant}" href="${action.href}">${action.label}</a>`
  }
  const fields = Object.entries(action.fields ?? {}).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="${action.action}">${fields}<button class="lk-button" data-variant="${variant}" type="submit">${action.label}</button></form>`
}

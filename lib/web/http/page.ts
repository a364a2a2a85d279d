import { logoImage, type Organization, siteName } from '#lib/domain/organization/organization/organization.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import { type DocumentParts, documentResponse } from '#lib/web/http/document.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'

/** A link, or a `POST` form with hidden fields. */
export type PageAction = Readonly<
  | { kind: 'link'; href: string; label: string; primary?: boolean }
  | { kind: 'form'; action: string; label: string; fields?: Readonly<Record<string, string>>; primary?: boolean }
>

export type PageParts = Pick<
  DocumentParts,
  'status' | 'title' | 'organization' | 'locale' | 'theme' | 'requestId' | 'headers'
> &
  Readonly<{
    /** The reason, in one sentence. */
    sentence: string
    actions: readonly PageAction[]
    /** The browser continues here at once, by a `Refresh` header. A path that this server made. */
    refreshTo?: string | undefined
  }>

/** A page that says what happened and offers actions: escaped HTML, no script, our own stylesheet. */
export function renderPage(page: PageParts): EndpointResponse {
  const hasForm = page.actions.some((action) => action.kind === 'form')
  return documentResponse({
    ...page,
    // With `no-referrer`, a form would send `Origin: null`, which is refused as foreign.
    referrerPolicy: hasForm ? 'same-origin' : 'no-referrer',
    headers: { ...page.headers, ...(page.refreshTo && { Refresh: `0; url=${page.refreshTo}` }) },
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
    body: renderBody(page),
  })
}

function renderBody({ title, organization, sentence, actions, requestId, locale }: PageParts): Html {
  const t = translatorFor(locale, 'errors')
  const actionList = actions.length === 0 ? [] : html`<div class="lk-actions">${actions.map(renderAction)}</div>`
  const content = html`<h1>${title}</h1>
<p>${sentence}</p>
${actionList}
<p class="lk-fine">${t('requestId')} <code>${requestId}</code></p>`
  return renderCard(organization, content)
}

/** The body of a single-purpose page: a card below the brand. */
export function renderCard(organization: Organization, content: Html, foot: Html | [] = []): Html {
  return html`<main class="lk-column">
<a class="lk-brand" href="/">${renderLogo(organization)}${siteName(organization)}</a>
<div class="lk-card">
${content}
</div>
</main>
${foot}`
}

function renderLogo({ logo }: Organization): Html {
  if (logo === null) return html`<span class="lk-mark"></span>`
  const { src, width, height } = logoImage(logo)
  return html`<img class="lk-logo" src="${src}" width="${String(width)}" height="${String(height)}" alt="">`
}

/** Tabler icons on a 24 px grid, as in the `Notice` component. */
const noticeLooks = {
  info: { role: '', path: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 9h.01M11 12h1v4h1' },
  success: { role: 'status', path: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 12l2 2l4 -4' },
  warning: {
    role: '',
    path: 'M12 9v4M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0zM12 16h.01',
  },
  danger: { role: 'alert', path: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M10 10l4 4m0 -4l-4 4' },
} as const

/** A message above a form; success and danger are announced when a script inserts them. */
export function renderNotice(tone: keyof typeof noticeLooks, title: string | undefined, text: string): Html {
  const { role, path } = noticeLooks[tone]
  return html`<div class="lk-notice" data-tone="${tone}" role="${role}">
<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>
<div class="lk-notice-texts">${title === undefined ? [] : html`<p><strong>${title}</strong></p>`}<div>${text}</div></div>
</div>`
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

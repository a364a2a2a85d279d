import { type Html, html } from '#lib/kernel/html.ts'
import { operations } from '#lib/web/openapi/operations.ts'
import { paragraphs, prose } from '#lib/web/openapi/reference/html-parts.ts'
import {
  commonErrorsTable,
  findPageFacts,
  operationArticle,
  sharedErrorsSection,
  webhookArticle,
} from '#lib/web/openapi/reference/operation-article.ts'
import { errorsPage, pageGroups, pages, pathOfPage, type ReferencePage } from '#lib/web/openapi/reference/pages.ts'
import { searchReference } from '#lib/web/openapi/reference/search.ts'
import { type SampleLanguage, sampleLanguages } from '#lib/web/openapi/write-samples.ts'

/** What every page shows around its content. */
export type PageFrame = Readonly<{
  /** The page that the index marks. */
  current?: ReferencePage
  query?: string
  language: SampleLanguage
  isSignedIn: boolean
}>

/** The body of a page of the API reference. Complete without scripts. */
export function referenceBody({ current, query = '', language, isSignedIn }: PageFrame, content: Html): Html {
  return html`<a class="skip" href="#top">Skip to content</a>
<header class="bar">
<a class="lk-brand" href="/"><span class="lk-mark"></span>Latchkey</a>
<nav class="places" aria-label="Latchkey"><a href="/api-reference" aria-current="true">API reference</a> <a href="/openapi.json">openapi.json</a> ${
    isSignedIn ? html`<a href="/">Accounts</a>` : html`<a href="/sign-in?next=/api-reference">Sign in</a>`
  }</nav>
</header>
<div class="columns">
<aside data-print="hide">
<form class="search" role="search" action="/api-reference/search">
<input class="lk-control" type="search" name="q" value="${query}" maxlength="100" placeholder="Search the reference" aria-label="Search the reference" aria-keyshortcuts="/" autocomplete="off" spellcheck="false">
</form>
${languageChoice(language)}
<button class="lk-button open-index" data-variant="secondary" popovertarget="index">${current?.title ?? 'Pages'}</button>
${renderIndex(current)}
</aside>
<main id="top" tabindex="-1">
${content}
</main>
</div>`
}

function renderIndex(current: ReferencePage | undefined): Html {
  const groups = pageGroups.map(
    ({ title, pages: listed }) => html`<li><span>${title}</span>
<ul>${listed.map((page) => renderEntry(page, page === current))}</ul></li>`,
  )
  return html`<nav class="index" id="index" popover aria-label="API reference"><ul>${groups}</ul></nav>`
}

function renderEntry(page: ReferencePage, isCurrent: boolean): Html {
  const described = isCurrent ? [...page.operations, ...page.webhooks] : []
  const parts = described.map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`)
  return html`<li><a href="${pathOfPage(page)}"${isCurrent ? html` aria-current="page"` : []}>${page.title}</a>${
    parts.length > 1 ? html`<ul class="operations">${parts}</ul>` : []
  }</li>`
}

/** @param own what the page has besides its description and operations */
export function pageContent(page: ReferencePage, baseUrl: string, own: Html = html``): Html {
  const [first] = operations
  const facts = findPageFacts(page.operations, baseUrl)
  return html`<h1>${page.title}</h1>
<div class="lead">${paragraphs(page.description)}</div>
${page === errorsPage && first ? html`<h2>Errors of every endpoint</h2>${commonErrorsTable(first)}` : []}
${own}
${page.operations.map((operation) => operationArticle(operation, facts))}
${page.webhooks.map(webhookArticle)}
${sharedErrorsSection(page.operations, facts)}
${renderNeighbors(page)}`
}

function renderNeighbors(page: ReferencePage): Html {
  const index = pages.indexOf(page)
  const [previous, next] = [pages[index - 1], pages[index + 1]]
  return html`<nav class="neighbors" aria-label="Previous and next page" data-print="hide">
${previous ? html`<a href="${pathOfPage(previous)}" rel="prev">← ${previous.title}</a>` : html`<span></span>`}
${next ? html`<a href="${pathOfPage(next)}" rel="next">${next.title} →</a>` : []}
</nav>`
}

export function searchContent(query: string): Html {
  const found = searchReference(query)
  if (query.trim() === '') {
    return html`<h1>Search</h1><p class="lead">Search for a page, a path, a field or an error code.</p>`
  }
  if (found.length === 0) {
    return html`<h1>Nothing found for “${query}”</h1>
<p class="lead">Search for a page, a path, a field such as ${prose('`backUrl`')}, or an error code such as ${prose('`invalid_grant`')}.</p>`
  }
  return html`<h1>Results for “${query}”</h1>
<ul class="found">${found.map(({ path, title, detail }) => html`<li><a href="${path}">${title}</a> <code>${detail}</code></li>`)}</ul>`
}

/** The language choice for all samples: radio buttons that the style sheet reads, so that no script is needed. */
function languageChoice(chosen: SampleLanguage): Html {
  const choices = sampleLanguages.map(
    (language) =>
      html`<label><input type="radio" name="language" value="${language}"${language === chosen ? html` checked` : []}>${language}</label>`,
  )
  return html`<fieldset class="languages" data-print="hide"><legend class="lk-unseen">Language of the samples</legend><div>${choices}</div></fieldset>`
}

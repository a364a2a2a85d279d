import { tags } from '#lib/foundation/api/tags.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import { eventWebhook, type PublishedWebhook } from '#lib/web/openapi/event-webhook.ts'
import type { Operation } from '#lib/web/openapi/operation.ts'
import { operations, overview } from '#lib/web/openapi/operations.ts'
import { codeBlock, paragraphs, prose } from '#lib/web/openapi/reference/html-parts.ts'
import { errorsTable, operationArticle, webhookArticle } from '#lib/web/openapi/reference/operation-article.ts'
import { languageOf, writeSamples } from '#lib/web/openapi/write-samples.ts'

type Section = Readonly<{
  id: string
  title: string
  description: string
  operations: readonly Operation[]
  webhooks: readonly PublishedWebhook[]
}>

const sections: readonly Section[] = Object.entries(tags).map(([title, description]) => ({
  id: title.toLowerCase().replaceAll(' ', '-'),
  title,
  description,
  operations: operations.filter(({ tag }) => tag === title),
  webhooks: title === 'Events' ? [eventWebhook] : [],
}))

/** The body of the API reference. Complete without scripts. */
export function referenceBody(baseUrl: string): Html {
  const languages = operations.flatMap((operation) => writeSamples(operation, baseUrl)).map(languageOf)
  return html`<a class="skip" href="#top">Skip to content</a>
<header class="bar">
<a class="lk-brand" href="/"><span class="lk-mark"></span>Latchkey</a>
<a href="/openapi.json">openapi.json</a>
</header>
<div class="columns">
<aside data-print="hide">
${languageChoice([...new Set(languages)])}
${renderIndex()}
</aside>
<main id="top" tabindex="-1">
<h1>API reference</h1>
<div class="lead">${paragraphs(overview)}</div>
${codeBlock('Base URL', baseUrl)}
${renderCommonErrors()}
${sections.map((section) => renderSection(section, baseUrl))}
</main>
</div>`
}

function renderIndex(): Html {
  const entries = sections.map(
    (section) => html`<li><a href="#${section.id}">${section.title}</a>
<ul class="operations">${[...section.operations, ...section.webhooks].map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`)}</ul></li>`,
  )
  return html`<nav class="index" aria-label="On this page">
<ul class="parts"><li><a href="#refusals">Common errors</a></li>${entries}</ul>
</nav>`
}

function renderCommonErrors(): Html {
  const [first] = operations
  return html`<section id="refusals" aria-labelledby="refusals-title">
<h2 id="refusals-title">Common errors</h2>
<p class="lead">Every endpoint can return these errors. Each endpoint lists its own besides them.</p>
${(first && errorsTable(first, 'common', 'Common errors')) ?? []}
</section>`
}

function renderSection({ id, title, description, operations: listed, webhooks }: Section, baseUrl: string): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="lead">${prose(description)}</p>
${listed.map((operation) => operationArticle(operation, baseUrl))}
${webhooks.map(webhookArticle)}
</section>`
}

/** The language choice for all samples: radio buttons that the style sheet reads, so that no script is needed. */
function languageChoice(languages: readonly string[]): Html {
  const choices = languages.map(
    (language, index) =>
      html`<label><input type="radio" name="language" value="${language}"${index === 0 ? html` checked` : []}>${language}</label>`,
  )
  return html`<fieldset class="languages" data-print="hide"><legend>Language</legend><div>${choices}</div></fieldset>`
}

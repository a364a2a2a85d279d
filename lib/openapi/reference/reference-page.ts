import { type Html, html } from '#lib/http/html.ts'
import type { OpenApiDocument } from '#lib/openapi/openapi-document.ts'
import { listCommonRefusals, refusalsTable } from '#lib/openapi/reference/answers.ts'
import { type Addressed, operationArticle } from '#lib/openapi/reference/operation-article.ts'
import { paragraphs, prose } from '#lib/openapi/reference/prose.ts'
import { codeBlock, languageChoice, languageOf } from '#lib/openapi/reference/samples.ts'

type Section = Readonly<{ id: string; title: string; sentence: string; addressed: readonly Addressed[] }>

/** The body of the reference page: all that the document says, in the order of its tags. Complete without scripts. */
export function referenceBody(document: OpenApiDocument): Html {
  const sections = listSections(document)
  return html`<a class="skip" href="#top">Skip to the content</a>
<header class="bar">
<a class="lk-brand" href="/"><img src="/mark.svg" width="24" height="24" alt="">Latchkey</a>
<a href="/openapi.json">openapi.json</a>
</header>
<div class="columns">
<aside data-print="hide">
${languageChoice(listLanguages(sections))}
${renderIndex(sections)}
</aside>
<main id="top" tabindex="-1">
<h1>API reference</h1>
<div class="lead">${paragraphs(document.info.description)}</div>
${codeBlock('All addresses begin with', document.servers[0]?.url ?? '')}
${renderRefusalsSection(document)}
${sections.map((section) => renderSection(section, document))}
</main>
</div>`
}

function listSections({ tags, paths }: OpenApiDocument): readonly Section[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return tags.map(({ name, description }) => ({
    id: name.toLowerCase().replaceAll(' ', '-'),
    title: name,
    sentence: description,
    addressed: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

function listLanguages(sections: readonly Section[]): readonly string[] {
  const samples = sections.flatMap(({ addressed }) =>
    addressed.flatMap(({ operation }) => operation['x-codeSamples'] ?? []),
  )
  return [...new Set(samples.map(languageOf))]
}

function renderIndex(sections: readonly Section[]): Html {
  const entries = sections.map(
    ({ id, title, addressed }) => html`<li><a href="#${id}">${title}</a>
<ul class="operations">${addressed.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul></li>`,
  )
  return html`<nav class="index" aria-label="On this page">
<ul class="parts"><li><a href="#refusals">Refusals of every address</a></li>${entries}</ul>
</nav>`
}

function renderRefusalsSection(document: OpenApiDocument): Html {
  const common = listCommonRefusals(document)
  return html`<section id="refusals" aria-labelledby="refusals-title">
<h2 id="refusals-title">Refusals of every address</h2>
<p class="lead">These can be met wherever anything is asked. Each address names its own besides them.</p>
${refusalsTable(common, 'Refusals of every address')}
</section>`
}

function renderSection({ id, title, sentence, addressed }: Section, document: OpenApiDocument): Html {
  const common = listCommonRefusals(document)
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="lead">${prose(sentence)}</p>
${addressed.map((each) => operationArticle(each, common))}
</section>`
}

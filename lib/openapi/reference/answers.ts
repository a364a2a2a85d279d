import { type Html, html } from '#lib/http/html.ts'
import type { DocumentedOperation, DocumentedResponse, OpenApiDocument } from '#lib/openapi/openapi-document.ts'
import { fieldsTables } from '#lib/openapi/reference/fields-table.ts'
import { paragraphs, prose } from '#lib/openapi/reference/prose.ts'
import { codeBlock } from '#lib/openapi/reference/samples.ts'

type Response = readonly [status: string, response: DocumentedResponse]

/** A refusal as a row: which, when, and what comes with it. */
export type RefusalRow = Readonly<{ status: string; name: string; condition: string; headers: readonly string[] }>

/** What an operation answers where it does not refuse. */
export function renderAnswers(operation: DocumentedOperation): readonly Html[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(renderAnswer)
}

function renderAnswer([status, { description, headers, content }]: Response): Html {
  const { schema, examples } = content?.['application/json'] ?? {}
  const example = examples?.example?.value
  const own = Object.entries(headers).filter(([name]) => !everywhere.includes(name))
  return html`<h4>Answer <code>${status}</code></h4>
${paragraphs(description)}
${own.length === 0 ? [] : html`<ul class="headers">${own.map(([name, header]) => html`<li><code>${name}</code> ${prose(header.description)}</li>`)}</ul>`}
${schema ? fieldsTables(schema, 'Fields of the answer') : []}
${example === undefined ? [] : codeBlock('Example of the answer', JSON.stringify(example, null, 2))}`
}

/** Headers of every answer: they are told of once. */
const everywhere: readonly string[] = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options']

/** The refusals of an operation, in the order of their status. */
export function listRefusals({ responses }: DocumentedOperation): readonly RefusalRow[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { headers, content = {} }]) =>
      Object.values(content).flatMap(({ examples = {} }) =>
        Object.entries(examples).map(([code, { summary = '', value }]) => ({
          status,
          name: nameOf(value) ?? code,
          condition: summary,
          headers: Object.keys(headers).filter((name) => !everywhere.includes(name)),
        })),
      ),
    )
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'error' in value ? String(value.error) : undefined
}

/** What every operation that answers in JSON can refuse, by whatever is asked of it. */
export function listCommonRefusals({ paths }: OpenApiDocument): readonly RefusalRow[] {
  const all = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(listRefusals)
  const [first = []] = all
  return first.filter((row) => all.every((rows) => rows.some((other) => isSame(row, other))))
}

export function isSame(one: RefusalRow, other: RefusalRow): boolean {
  return one.status === other.status && one.condition === other.condition
}

export function refusalsTable(rows: readonly RefusalRow[], caption: string): Html {
  return html`<table class="refusals">
<caption class="lk-unseen">${caption}</caption>
<colgroup><col><col><col></colgroup>
<thead><tr><th scope="col">Status</th><th scope="col">Error</th><th scope="col">When</th></tr></thead>
<tbody>${rows.map(renderRefusal)}</tbody>
</table>`
}

function renderRefusal({ status, name, condition, headers }: RefusalRow): Html {
  const withHeaders =
    headers.length === 0
      ? []
      : html`<small class="example">With ${prose(headers.map((header) => `\`${header}\``).join(', '))}</small>`
  return html`<tr><th scope="row">${status}</th><td><code>${name}</code></td><td>${prose(condition)}${withHeaders}</td></tr>`
}

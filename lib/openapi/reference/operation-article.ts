import { type Html, html } from '#lib/http/html.ts'
import { toJsonSchema } from '#lib/openapi/json-schema.ts'
import type { DocumentedOperation, Parameter } from '#lib/openapi/openapi-document.ts'
import { operations } from '#lib/openapi/operations.ts'
import { isSame, listRefusals, type RefusalRow, refusalsTable, renderAnswers } from '#lib/openapi/reference/answers.ts'
import { fieldsTables, parametersTable } from '#lib/openapi/reference/fields-table.ts'
import { paragraphs } from '#lib/openapi/reference/prose.ts'
import { renderSamples } from '#lib/openapi/reference/samples.ts'

export type Addressed = Readonly<{ path: string; method: string; operation: DocumentedOperation }>

/** Everything about one operation. @param common the refusals that are told of elsewhere */
export function operationArticle({ path, method, operation }: Addressed, common: readonly RefusalRow[]): Html {
  const { operationId, summary, description, parameters = [] } = operation
  const form = operations.find(({ id }) => id === operationId)?.form
  const samples = operation['x-codeSamples'] ?? []
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
<p class="address"><span>${method.toUpperCase()}</span> <code>${path}</code></p>
${paragraphs(description)}
${renderSecurity(operation)}
${samples.length > 0 ? html`<h4>Samples</h4>${renderSamples(samples)}` : []}
${form ? html`<h4>Form fields</h4>${fieldsTables(toJsonSchema(form, 'input'), `Form fields: ${summary}`)}` : []}
${renderParameters(parameters, summary)}
${renderAnswers(operation)}
${renderRefusals(operation, common)}
</article>`
}

const securityWords: Readonly<Record<string, string>> = {
  apiKey: 'Authenticated by an API key, in the form or by HTTP Basic.',
  accessToken: 'Authenticated by an access token, in the header `Authorization: Bearer …`.',
}

function renderSecurity({ security }: DocumentedOperation): readonly Html[] {
  const words = security.flatMap((schemes) => Object.keys(schemes)).map((scheme) => securityWords[scheme])
  return words.length === 0 ? [] : paragraphs(words.join(' Or: '))
}

const placeWords = { path: 'In the address', query: 'In the query', header: 'Headers' } as const

function renderParameters(parameters: readonly Parameter[], summary: string): readonly Html[] {
  return Object.entries(placeWords).flatMap(([place, words]) => {
    const there = parameters.filter((parameter) => parameter.in === place)
    return there.length === 0 ? [] : [html`<h4>${words}</h4>${parametersTable(there, `${words}: ${summary}`)}`]
  })
}

function renderRefusals(operation: DocumentedOperation, common: readonly RefusalRow[]): Html {
  const own = listRefusals(operation).filter((row) => !common.some((other) => isSame(row, other)))
  const table = own.length === 0 ? [] : refusalsTable(own, `Refusals: ${operation.summary}`)
  return html`<h4>Refusals</h4>
${table}
<p class="lk-fine">${own.length === 0 ? 'Those' : 'And those'} <a href="#refusals">of every address</a>.</p>`
}

import { type Html, html } from '#lib/http/html.ts'
import { exampleOfSchema, toJsonSchema } from '#lib/openapi/json-schema.ts'
import type { DescribedResponse, Operation } from '#lib/openapi/operation.ts'
import { errorsTable } from '#lib/openapi/reference/errors-table.ts'
import { fieldsTables } from '#lib/openapi/reference/fields-table.ts'
import { codeBlock, paragraphs, prose } from '#lib/openapi/reference/html-parts.ts'
import { renderSamples } from '#lib/openapi/reference/samples.ts'
import { writeSamples } from '#lib/openapi/samples/write-samples.ts'

export function operationArticle(operation: Operation, baseUrl: string): Html {
  const { id, method, path, summary, description, form } = operation
  const samples = writeSamples(operation, baseUrl)
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
<p class="address"><span>${method}</span> <code>${path}</code></p>
${paragraphs(description)}
${renderSecurity(operation)}
${samples.length > 0 ? html`<h4>Samples</h4>${renderSamples(samples)}` : []}
${form ? html`<h4>Form fields</h4>${fieldsTables(toJsonSchema(form, 'input'), `Form fields: ${summary}`)}` : []}
${renderParameters(operation)}
${operation.responses.map(renderResponse)}
${renderErrors(operation)}
</article>`
}

const securityDescriptions = {
  apiKey: 'Authentication: an API key, in the form or by HTTP Basic.',
  accessToken: 'Authentication: an access token, in the header `Authorization: Bearer …`.',
} as const

function renderSecurity({ security = [] }: Operation): readonly Html[] {
  return security.flatMap((scheme) => paragraphs(securityDescriptions[scheme]))
}

const parameterHeadings = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const

function renderParameters({ parameters = {}, summary }: Operation): readonly Html[] {
  return Object.entries(parameterHeadings).flatMap(([location, heading]) => {
    const schema = parameters[location as keyof typeof parameterHeadings]
    if (!schema) return []
    return [html`<h4>${heading}</h4>${fieldsTables(toJsonSchema(schema, 'input'), `${heading}: ${summary}`)}`]
  })
}

function renderResponse({ status, description, headers, optionalHeaders, content }: DescribedResponse): Html {
  const all = Object.entries({ ...headers, ...optionalHeaders })
  const schema = content && toJsonSchema(content, 'output')
  const example = schema && exampleOfSchema(schema)
  return html`<h4>Response <code>${String(status)}</code></h4>
${paragraphs(description)}
${all.length === 0 ? [] : html`<ul class="headers">${all.map(([name, text]) => html`<li><code>${name}</code> ${prose(text)}</li>`)}</ul>`}
${schema ? fieldsTables(schema, 'Response fields') : []}
${example === undefined ? [] : codeBlock('Example response', JSON.stringify(example, null, 2))}`
}

function renderErrors(operation: Operation): Html {
  const own = errorsTable(operation, 'own', `Errors: ${operation.summary}`)
  return html`<h4>Errors</h4>
${own ?? []}
<p class="lk-fine">${own ? 'See also the' : 'Only the'} <a href="#refusals">common errors</a>.</p>`
}

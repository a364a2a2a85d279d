import { commonRefusals } from '#lib/foundation/api/refusals.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import { type DescribedError, errorsByStatus } from '#lib/web/openapi/described-responses.ts'
import type { PublishedWebhook } from '#lib/web/openapi/event-webhook.ts'
import { exampleOfSchema, type JsonSchema, listAlternatives, toJsonSchema } from '#lib/web/openapi/json-schema.ts'
import type { DescribedResponse, Operation } from '#lib/web/openapi/operation.ts'
import { codeBlock, paragraphs, prose, table } from '#lib/web/openapi/reference/html-parts.ts'
import { languageOf, type WrittenSample, writeSamples } from '#lib/web/openapi/write-samples.ts'

export function operationArticle(operation: Operation, baseUrl: string): Html {
  const { id, method, path, summary, description, form, json } = operation
  const samples = writeSamples(operation, baseUrl)
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
<p class="address"><span>${method}</span> <code>${path}</code></p>
${paragraphs(description)}
${renderSecurity(operation)}
${samples.length > 0 ? html`<h4>Samples</h4>${renderSamples(samples)}` : []}
${form ? html`<h4>Form fields</h4>${fieldsTables(toJsonSchema(form, 'input'), `Form fields: ${summary}`)}` : []}
${json ? html`<h4>Body</h4>${paragraphs(`JSON, with the content type \`${json.contentType}\`.`)}${fieldsTables(toJsonSchema(json.schema, 'input'), `Body: ${summary}`)}` : []}
${renderParameters(operation)}
${operation.responses.map(renderResponse)}
${renderErrors(operation)}
</article>`
}

/** The request that an endpoint of the reader receives. */
export function webhookArticle({ id, summary, description, headers, body, responses }: PublishedWebhook): Html {
  const schema = toJsonSchema(body, 'output')
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
<p class="address"><span>POST</span> your endpoint</p>
${paragraphs(description)}
<h4>Headers</h4>
${fieldsTables(toJsonSchema(headers, 'input'), `Headers: ${summary}`)}
<h4>Body</h4>
${fieldsTables(schema, `Body: ${summary}`)}
${codeBlock('Example body', JSON.stringify(exampleOfSchema(schema), null, 2))}
<h4>Your response</h4>
<ul class="headers">${Object.entries(responses).map(([status, text]) => html`<li><code>${status}</code> ${prose(text)}</li>`)}</ul>
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

/** The errors that every operation has are listed once, apart from the operations. */
const commonCodes: ReadonlySet<string> = new Set(commonRefusals)

/** @param which the errors that every operation has, or those of this operation besides them; undefined for none */
export function errorsTable(operation: Operation, which: 'common' | 'own', caption: string): Html | undefined {
  const errors = [...errorsByStatus(operation).values()].flat()
  const shown = errors.filter(({ code }) => commonCodes.has(code) === (which === 'common'))
  if (shown.length === 0) return undefined
  return table(
    caption,
    ['Status', 'Error', 'Condition'],
    shown.map((error) => renderError(error, operation)),
  )
}

function renderError({ code, condition, refusal, headers }: DescribedError, { refusedAs }: Operation): readonly Html[] {
  const name = refusedAs === 'page' ? code : refusal.error
  const headerNames = headers.map((header) => `\`${header}\``).join(', ')
  const withHeaders = headers.length === 0 ? [] : html`<small class="example">With ${prose(headerNames)}</small>`
  return [html`${String(refusal.status)}`, html`<code>${name}</code>`, html`${prose(condition)}${withHeaders}`]
}

/** Each sample in all languages. The style sheet shows the selected language. */
function renderSamples(samples: readonly WrittenSample[]): readonly Html[] {
  return samples.map((sample) => {
    const { label, source } = sample
    return html`<div data-language="${languageOf(sample)}">${codeBlock(label, source)}</div>`
  })
}

/** The fields of an object as a table. A union gets one table per alternative, each with a heading. */
function fieldsTables(schema: JsonSchema, caption: string): readonly Html[] {
  const alternatives = listAlternatives(schema)
  return alternatives.flatMap(({ title, object }) => {
    if (alternatives.length === 1) return [renderTable(object, caption)]
    return [
      html`<h5>${prose(title)}</h5>`,
      ...(object.description === undefined ? [] : paragraphs(object.description)),
      renderTable(object, `${caption}, ${title.replaceAll('`', '')}`),
    ]
  })
}

function renderTable({ properties = {}, required = [] }: JsonSchema, caption: string): Html {
  const rows = Object.entries(properties).map(([name, schema]) => renderRow(name, schema, required.includes(name)))
  return table(caption, ['Field', 'Type', 'Description'], rows)
}

function renderRow(name: string, schema: JsonSchema, isRequired: boolean): readonly Html[] {
  const [example] = schema.examples ?? []
  const shown =
    example === undefined ? [] : html`<small class="example">Example: <code>${toText(example)}</code></small>`
  return [
    html`<code>${name}</code>${isRequired ? html` <small>required</small>` : []}`,
    html`${prose(typeOf(schema))}`,
    html`${prose(schema.description ?? '')}${shown}`,
  ]
}

function typeOf({ type = 'any', format, const: value, enum: values, items }: JsonSchema): string {
  if (value !== undefined) return `\`${String(value)}\``
  if (values) return values.map((each) => `\`${String(each)}\``).join(' or ')
  if (items) return `array of ${typeOf(items)}`
  const words = [type].flat().join(' or ')
  return format === undefined ? words : `${words} (${format})`
}

function toText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example)
}

import type { z } from 'zod'
import { commonRefusals } from '#lib/foundation/api/refusals.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import { type DescribedError, errorsByStatus } from '#lib/web/openapi/described-responses.ts'
import type { PublishedWebhook } from '#lib/web/openapi/event-webhook.ts'
import { exampleOfSchema, type JsonSchema, listAlternatives, toJsonSchema } from '#lib/web/openapi/json-schema.ts'
import type { DescribedResponse, Operation } from '#lib/web/openapi/operation.ts'
import { codeBlock, paragraphs, prose, table } from '#lib/web/openapi/reference/html-parts.ts'
import { languageOf, writeSamples } from '#lib/web/openapi/write-samples.ts'

/** What the operations of a page have in common, which stands there once. */
export type PageFacts = Readonly<{
  baseUrl: string
  /** The errors that each of several operations has, by {@link errorKey}. */
  sharedErrors: ReadonlySet<string>
  /** The operation that describes the fields of a response. */
  describedBy: ReadonlyMap<z.ZodType, Operation>
}>

export function findPageFacts(listed: readonly Operation[], baseUrl: string): PageFacts {
  const keys = listed.map((operation) => new Set(listErrors(operation).filter(isOwn).map(errorKey)))
  const [first, ...others] = keys
  const shared = [...(first ?? [])].filter((key) => others.length > 0 && others.every((each) => each.has(key)))
  const described = new Map<z.ZodType, Operation>()
  for (const operation of listed) {
    for (const { content } of operation.responses) {
      if (content && !described.has(content)) described.set(content, operation)
    }
  }
  return { baseUrl, sharedErrors: new Set(shared), describedBy: described }
}

export function operationArticle(operation: Operation, facts: PageFacts): Html {
  const { id, method, path, summary, description, form, json } = operation
  return html`<article id="${id}" aria-labelledby="${id}-title">
<div class="head"><h2 id="${id}-title"><a href="#${id}">${summary}</a></h2>
<p class="address"><span>${method}</span> <code>${path}</code></p>
${paragraphs(description)}
${renderSecurity(operation)}</div>
<div class="call">${renderSamples(operation, facts.baseUrl)}${operation.responses.map(renderExample)}</div>
<div class="parts">
${form ? html`<h3>Form fields</h3>${fieldsTables(toJsonSchema(form, 'input'), `Form fields: ${summary}`)}` : []}
${json ? html`<h3>Body</h3>${paragraphs(`JSON, with the content type \`${json.contentType}\`.`)}${fieldsTables(toJsonSchema(json.schema, 'input'), `Body: ${summary}`)}` : []}
${renderParameters(operation)}
${operation.responses.map((response) => renderResponse(response, operation, facts))}
${renderErrors(operation, facts)}
</div>
</article>`
}

/** The request that an endpoint of the reader receives. */
export function webhookArticle({ id, summary, description, headers, body, responses }: PublishedWebhook): Html {
  const schema = toJsonSchema(body, 'output')
  return html`<article id="${id}" aria-labelledby="${id}-title">
<div class="head"><h2 id="${id}-title"><a href="#${id}">${summary}</a></h2>
<p class="address"><span>POST</span> your endpoint</p>
${paragraphs(description)}</div>
<div class="call">${codeBlock('Example body', JSON.stringify(exampleOfSchema(schema), null, 2))}</div>
<div class="parts">
<h3>Headers</h3>
${fieldsTables(toJsonSchema(headers, 'input'), `Headers: ${summary}`)}
<h3>Body</h3>
${fieldsTables(schema, `Body: ${summary}`)}
<h3>Your response</h3>
<ul class="headers">${Object.entries(responses).map(([status, text]) => html`<li><code>${status}</code> ${prose(text)}</li>`)}</ul>
</div>
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
    if (!schema || Object.keys(schema.shape).length === 0) return []
    return [html`<h3>${heading}</h3>${fieldsTables(toJsonSchema(schema, 'input'), `${heading}: ${summary}`)}`]
  })
}

function renderResponse(
  { status, description, headers, optionalHeaders, content }: DescribedResponse,
  operation: Operation,
  { describedBy }: PageFacts,
): Html {
  const all = Object.entries({ ...headers, ...optionalHeaders })
  const describing = content && describedBy.get(content)
  const fields =
    describing && describing !== operation
      ? html`<p>Its fields are those of <a href="#${describing.id}">${describing.summary}</a>.</p>`
      : html`${content ? fieldsTables(toJsonSchema(content, 'output'), 'Response fields') : []}`
  return html`<h3>Response <code>${String(status)}</code></h3>
${paragraphs(description)}
${all.length === 0 ? [] : html`<ul class="headers">${all.map(([name, text]) => html`<li><code>${name}</code> ${prose(text)}</li>`)}</ul>`}
${fields}`
}

/** @returns nothing for a response without a body */
export function renderExample({ status, content }: Pick<DescribedResponse, 'status' | 'content'>): Html {
  const example = content && exampleOfSchema(toJsonSchema(content, 'output'))
  return example === undefined ? html`` : codeBlock(`Response ${status}`, JSON.stringify(example, null, 2))
}

function renderErrors(operation: Operation, { sharedErrors }: PageFacts): Html {
  const own = listErrors(operation).filter((error) => isOwn(error) && !sharedErrors.has(errorKey(error)))
  const elsewhere = [
    ...(sharedErrors.size > 0 ? [html`<a href="#errors">errors of all calls on this page</a>`, html` and the `] : []),
    html`<a href="/api-reference/errors">errors of every endpoint</a>`,
  ]
  return html`<h3>Errors</h3>
${own.length > 0 ? errorsTable(own, operation, `Errors: ${operation.summary}`) : []}
<p class="lk-fine">${own.length > 0 ? 'See also the ' : 'Only the '}${elsewhere}.</p>`
}

/** The errors that every operation has are listed once, apart from the operations. */
const commonCodes: ReadonlySet<string> = new Set(commonRefusals)

function isOwn({ code }: DescribedError): boolean {
  return !commonCodes.has(code)
}

function listErrors(operation: Operation): readonly DescribedError[] {
  return [...errorsByStatus(operation).values()].flat()
}

function errorKey({ code, condition }: DescribedError): string {
  return `${code} ${condition}`
}

/** The errors that every operation of a page has. @returns nothing if they have none in common */
export function sharedErrorsSection([first]: readonly Operation[], { sharedErrors }: PageFacts): Html {
  const shared = first ? listErrors(first).filter((error) => sharedErrors.has(errorKey(error))) : []
  if (!first || shared.length === 0) return html``
  return html`<section id="errors"><h2>Errors of all calls on this page</h2>${errorsTable(shared, first, 'Errors of all calls')}</section>`
}

/** The errors of every operation. */
export function commonErrorsTable(operation: Operation): Html {
  const common = listErrors(operation).filter((error) => !isOwn(error))
  return errorsTable(common, operation, 'Common errors')
}

function errorsTable(errors: readonly DescribedError[], operation: Operation, caption: string): Html {
  const columns = ['Status', 'Error', 'Condition']
  return table(
    caption,
    columns,
    errors.map((error) => renderError(error, operation)),
  )
}

function renderError({ code, condition, refusal, headers }: DescribedError, { refusedAs }: Operation): readonly Html[] {
  const name = refusedAs === 'page' ? code : refusal.error
  const headerNames = headers.map((header) => `\`${header}\``).join(', ')
  const withHeaders = headers.length === 0 ? [] : html`<small class="example">With ${prose(headerNames)}</small>`
  return [html`${String(refusal.status)}`, html`<code>${name}</code>`, html`${prose(condition)}${withHeaders}`]
}

/**
 * Each sample in all languages. The style sheet shows the selected language.
 * @param filled as of {@link codeBlock}
 */
export function renderSamples(operation: Operation, baseUrl: string, filled?: readonly string[]): readonly Html[] {
  return writeSamples(operation, baseUrl).map((sample) => {
    return html`<div data-language="${languageOf(sample)}">${codeBlock(sample.label, sample.source, filled)}</div>`
  })
}

/** The fields of an object as a table. A union gets one table per alternative, each with a heading. */
function fieldsTables(schema: JsonSchema, caption: string): readonly Html[] {
  const alternatives = listAlternatives(schema)
  return alternatives.flatMap(({ title, object }) => {
    if (alternatives.length === 1) return [renderTable(object, caption)]
    return [
      html`<h4>${prose(title)}</h4>`,
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

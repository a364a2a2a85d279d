import { type Html, html } from '#lib/http/html.ts'
import { type JsonSchema, listAlternatives } from '#lib/openapi/json-schema.ts'
import type { Parameter } from '#lib/openapi/openapi-document.ts'
import { paragraphs, prose } from '#lib/openapi/reference/prose.ts'

type Row = Readonly<{ name: string; required: boolean; schema: JsonSchema }>

/**
 * The fields of an object, in a table; of alternatives, a table each, under what tells it from the others.
 * @param caption what they are the fields of
 */
export function fieldsTables(schema: JsonSchema, caption: string): readonly Html[] {
  const alternatives = listAlternatives(schema)
  return alternatives.flatMap(({ title, object }) => {
    const { properties = {}, required = [], description } = object
    const table = (of: string) => renderTable(toRows(properties, required), of)
    if (alternatives.length === 1) return [table(caption)]
    return [
      html`<h5>${prose(title)}</h5>`,
      ...(description === undefined ? [] : paragraphs(description)),
      table(`${caption}, ${title.replaceAll('`', '')}`),
    ]
  })
}

function toRows(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): readonly Row[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }))
}

/** Parameters of the address or the headers, in a table. */
export function parametersTable(parameters: readonly Parameter[], caption: string): Html {
  const rows = parameters.map(({ name, required, schema, description }) => ({
    name,
    required,
    schema: { ...schema, description },
  }))
  return renderTable(rows, caption)
}

function renderTable(rows: readonly Row[], caption: string): Html {
  return html`<table class="fields">
<caption class="lk-unseen">${caption}</caption>
<colgroup><col><col><col></colgroup>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(renderRow)}</tbody>
</table>`
}

function renderRow({ name, required, schema }: Row): Html {
  const [example] = schema.examples ?? []
  return html`<tr>
<th scope="row"><code>${name}</code>${required ? html` <small>required</small>` : []}</th>
<td>${prose(typeOf(schema))}</td>
<td>${prose(schema.description ?? '')}${example === undefined ? [] : html`<small class="example">Example: <code>${toText(example)}</code></small>`}</td>
</tr>`
}

/** What a value must be, in a few words. */
function typeOf({ type = 'any', format, const: value, enum: values, items }: JsonSchema): string {
  if (value !== undefined) return `\`${String(value)}\``
  if (values) return values.map((each) => `\`${String(each)}\``).join(' or ')
  if (items) return `array of ${typeOf(items)}`
  return format === undefined ? type : `${type} (${format})`
}

function toText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example)
}

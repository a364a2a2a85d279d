import { type Html, html } from '#lib/http/html.ts'
import { type JsonSchema, listAlternatives } from '#lib/openapi/json-schema.ts'
import { paragraphs, prose, table } from '#lib/openapi/reference/html-parts.ts'

/** The fields of an object as a table. A union gets one table per alternative, each with a heading. */
export function fieldsTables(schema: JsonSchema, caption: string): readonly Html[] {
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
  return table(caption, 'fields', ['Field', 'Type', 'Description'], rows)
}

function renderRow(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const [example] = schema.examples ?? []
  return html`<tr>
<th scope="row"><code>${name}</code>${isRequired ? html` <small>required</small>` : []}</th>
<td>${prose(typeOf(schema))}</td>
<td>${prose(schema.description ?? '')}${example === undefined ? [] : html`<small class="example">Example: <code>${toText(example)}</code></small>`}</td>
</tr>`
}

function typeOf({ type = 'any', format, const: value, enum: values, items }: JsonSchema): string {
  if (value !== undefined) return `\`${String(value)}\``
  if (values) return values.map((each) => `\`${String(each)}\``).join(' or ')
  if (items) return `array of ${typeOf(items)}`
  return format === undefined ? type : `${type} (${format})`
}

function toText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example)
}

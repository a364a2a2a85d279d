import { type Html, html } from '#lib/kernel/html.ts'

/** A description as paragraphs. */
export function paragraphs(text: string): readonly Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)
}

/** A description with its backticks as `<code>`. */
export function prose(text: string): readonly Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** @param filled parts of the code that are the reader's own: they are marked */
export function codeBlock(caption: string, code: string, filled: readonly string[] = []): Html {
  return html`<figure class="code"><figcaption>${caption}</figcaption><pre><code>${markFilled(code, filled)}</code></pre></figure>`
}

function markFilled(code: string, [value, ...rest]: readonly string[]): readonly Html[] {
  if (value === undefined) return [html`${code}`]
  return code.split(value).flatMap((part, index) => {
    const marked = index === 0 ? [] : [html`<mark>${value}</mark>`]
    return [...marked, ...markFilled(part, rest)]
  })
}

/**
 * Each row is a line of names above its last cell. Roles are explicit, because `display: block` removes the implicit
 * ones.
 */
export function table(caption: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<table role="table">
<caption class="lk-unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(row)}</tbody>
</table>`
}

function row([name, ...cells]: readonly Html[]): Html {
  return html`<tr role="row">
<th role="rowheader" scope="row">${name ?? []}</th>
${cells.map((cell) => html`<td role="cell">${cell}</td>`)}
</tr>`
}

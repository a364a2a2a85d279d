import { type Html, html } from '#lib/http/html.ts'

/** A description as paragraphs. */
export function paragraphs(text: string): readonly Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)
}

/** A description with its backticks as `<code>`. */
export function prose(text: string): readonly Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

export function codeBlock(caption: string, code: string): Html {
  return html`<figure class="code"><figcaption>${caption}</figcaption><pre><code>${code}</code></pre></figure>`
}

export function table(
  caption: string,
  style: 'fields' | 'refusals',
  columns: readonly string[],
  rows: readonly Html[],
) {
  return html`<table class="${style}">
<caption class="lk-unseen">${caption}</caption>
<colgroup>${columns.map(() => html`<col>`)}</colgroup>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>`
}

import { type Html, html } from '#lib/http/html.ts'

/** The paragraphs of a text of the description. */
export function paragraphs(text: string): readonly Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)
}

/** One paragraph of the description: what stands in backticks is code. */
export function prose(text: string): readonly Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

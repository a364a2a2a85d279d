/** Safe markup: only {@link html} makes it. */
class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

export type { Html }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text, for elements and quoted attributes; nested {@link Html} stays. Never interpolate in a script. */
export function html(template: TemplateStringsArray, ...parts: readonly (string | Html | readonly Html[])[]): Html {
  return new Html(String.raw({ raw: template }, ...parts.map(renderPart)))
}

function renderPart(part: string | Html | readonly Html[]): string {
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (character) => entities[character] ?? character)
  return part instanceof Html ? part.markup : part.map(({ markup }) => markup).join('')
}

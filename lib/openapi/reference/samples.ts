import { type Html, html } from '#lib/http/html.ts'
import type { WrittenSample } from '#lib/openapi/samples/write-samples.ts'

/** A piece of code on a ground of its own: one click selects all of it. */
export function codeBlock(caption: string, code: string): Html {
  return html`<figure class="code"><figcaption>${caption}</figcaption><pre><code>${code}</code></pre></figure>`
}

/** Samples of one operation: of each request all languages, of which the style sheet shows the chosen one. */
export function renderSamples(samples: readonly WrittenSample[]): readonly Html[] {
  return samples.map((sample) => {
    const { label, source } = sample
    return html`<div data-language="${languageOf(sample)}">${codeBlock(label, source)}</div>`
  })
}

/**
 * The choice of a language for all samples of the page: plain radio buttons, which the style sheet reads. Without it,
 * and where it does not know how to, all languages are shown.
 */
export function languageChoice(languages: readonly string[]): Html {
  const choices = languages.map(
    (language, index) =>
      html`<label><input type="radio" name="language" value="${language}"${index === 0 ? html` checked` : []}>${language}</label>`,
  )
  return html`<fieldset class="languages" data-print="hide"><legend>Samples in</legend><div>${choices}</div></fieldset>`
}

/** What readers call the language of a sample, the end of its label: "curl", where linters know "Shell". */
export function languageOf({ label }: WrittenSample): string {
  return label.slice(label.lastIndexOf(' · ') + 3)
}

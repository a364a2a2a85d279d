import { type Html, html } from '#lib/http/html.ts'
import { codeBlock } from '#lib/openapi/reference/html-parts.ts'
import type { WrittenSample } from '#lib/openapi/samples/write-samples.ts'

/** Each sample in all languages. The style sheet shows the selected language. */
export function renderSamples(samples: readonly WrittenSample[]): readonly Html[] {
  return samples.map((sample) => {
    const { label, source } = sample
    return html`<div data-language="${languageOf(sample)}">${codeBlock(label, source)}</div>`
  })
}

/** The language choice for all samples: radio buttons that the style sheet reads, so that no script is needed. */
export function languageChoice(languages: readonly string[]): Html {
  const choices = languages.map(
    (language, index) =>
      html`<label><input type="radio" name="language" value="${language}"${index === 0 ? html` checked` : []}>${language}</label>`,
  )
  return html`<fieldset class="languages" data-print="hide"><legend>Language</legend><div>${choices}</div></fieldset>`
}

/** The end of the label, such as "curl"; `lang` has the name that linters know, such as "Shell". */
export function languageOf({ label }: WrittenSample): string {
  return label.slice(label.lastIndexOf(' · ') + 3)
}

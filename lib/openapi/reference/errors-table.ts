import { type Html, html } from '#lib/http/html.ts'
import { type DescribedError, errorsByStatus } from '#lib/openapi/described-responses.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { prose, table } from '#lib/openapi/reference/html-parts.ts'
import { commonRefusals } from '#lib/openapi/refusals.ts'

/** The errors that every operation has are listed once, apart from the operations. */
const commonCodes: ReadonlySet<string> = new Set(commonRefusals)

/** @param which the errors that every operation has, or those of this operation besides them; undefined for none */
export function errorsTable(operation: Operation, which: 'common' | 'own', caption: string): Html | undefined {
  const errors = [...errorsByStatus(operation).values()].flat()
  const shown = errors.filter(({ code }) => commonCodes.has(code) === (which === 'common'))
  if (shown.length === 0) return undefined
  return table(
    caption,
    'refusals',
    ['Status', 'Error', 'Condition'],
    shown.map((error) => renderError(error, operation)),
  )
}

function renderError({ code, condition, refusal, headers }: DescribedError, { refusedAs }: Operation): Html {
  const name = refusedAs === 'json' ? refusal.error : code
  const headerNames = headers.map((header) => `\`${header}\``).join(', ')
  const withHeaders = headers.length === 0 ? [] : html`<small class="example">With ${prose(headerNames)}</small>`
  return html`<tr><th scope="row">${String(refusal.status)}</th><td><code>${name}</code></td><td>${prose(condition)}${withHeaders}</td></tr>`
}

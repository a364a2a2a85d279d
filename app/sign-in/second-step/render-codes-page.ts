import { type Frame, renderSignInDocument } from '#app/sign-in/sign-in-document.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { html } from '#lib/kernel/html.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'
import { renderNotice } from '#lib/web/http/page.ts'

/** The recovery codes of a first factor. The page has no URL: it is the response that set the factor up. */
export function renderCodesPage(frame: Frame, codes: readonly string[]): EndpointResponse {
  const t = translatorFor(frame.locale, 'signIn')
  const copied = translatorFor(frame.locale, 'widgets')('copied')
  const content = html`<h1 tabindex="-1" autofocus>${t('codes.title')}</h1>
<p>${t('codes.why')}</p>
${renderNotice('warning', undefined, t('codes.once'))}
<ol class="lk-codes">${codes.map((code) => html`<li><code>${code}</code></li>\n`)}</ol>
<div class="lk-actions">
<button class="lk-button" type="button" data-variant="secondary" data-needs-script data-copy-codes="${copied}" aria-live="polite">${t('codes.copy')}</button>
<a class="lk-button" data-variant="primary" href="${frame.next}">${t('codes.done')}</a>
</div>`
  return renderSignInDocument(frame, { title: t('codes.title'), content })
}

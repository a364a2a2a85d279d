import { noOrganization } from '#lib/domain/organization/organization/organization.ts'
import { remember } from '#lib/foundation/i18n/remember.ts'
import { html } from '#lib/kernel/html.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { documentResponse } from '#lib/web/http/document.ts'
import { referenceBody } from '#lib/web/openapi/reference/reference-page.ts'

const bodyOf = remember(referenceBody, 1)

/** `GET /api-reference`: the OpenAPI document as a page. In English only, like the names that it documents. */
export const apiReferenceEndpoint = definePageEndpoint({
  GET: async (request, { services, requestId }) =>
    documentResponse({
      status: 200,
      title: 'API reference',
      // It describes the product.
      organization: noOrganization,
      locale: 'en',
      theme: requestPreferences(request).theme,
      requestId,
      referrerPolicy: 'same-origin',
      policy: { 'script-src': "'self'" },
      head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api-reference.css">
<script src="/api-reference.js" defer></script>`,
      body: bodyOf(services.env.baseUrl),
    }),
})

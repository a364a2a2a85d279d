import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'
import { documentAnswer } from '#lib/http/document.ts'
import { html } from '#lib/http/html.ts'
import { requestPreferences } from '#lib/http/request-preferences.ts'
import { remember } from '#lib/i18n/remember.ts'
import { openApiDocument } from '#lib/openapi/openapi-document.ts'
import { referenceBody } from '#lib/openapi/reference/reference-page.ts'
import { services } from '#lib/services.ts'

const bodyOf = remember((baseUrl) => referenceBody(openApiDocument(baseUrl)), 1)

/** `GET /api-reference`: the description for people. In English alone, like the names of which it speaks. */
export const apiReferenceEndpoint = definePageEndpoint({
  GET: async (request, { requestId }) => {
    const { env } = await services()
    return documentAnswer({
      status: 200,
      title: 'API reference · Latchkey',
      locale: 'en',
      theme: requestPreferences(request).theme,
      requestId,
      referrerPolicy: 'same-origin',
      policy: { 'script-src': "'self'" },
      head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api-reference.css">
<script src="/api-reference.js" defer></script>`,
      body: bodyOf(env.baseUrl),
    })
  },
})

import { definePublicDocument } from '#lib/http/public-document.ts'
import { remember } from '#lib/i18n/remember.ts'
import { openApiDocument } from '#lib/openapi/openapi-document.ts'
import { shareComponents } from '#lib/openapi/share-components.ts'

const textOf = remember((baseUrl) => JSON.stringify(shareComponents(openApiDocument(baseUrl))), 1)

/** Spares the server repeated reads, and shows the document of a new version soon. */
const maxAgeSeconds = 300

/** `GET /openapi.json`: the OpenAPI document, generated from the schemas that validate requests. */
export const openApiEndpoint = definePublicDocument(async ({ env }) => ({ text: textOf(env.baseUrl), maxAgeSeconds }))

import { remember } from '#lib/foundation/i18n/remember.ts'
import { definePublicDocument } from '#lib/web/http/public-document.ts'
import { openApiDocument } from '#lib/web/openapi/openapi-document.ts'
import { shareComponents } from '#lib/web/openapi/share-components.ts'

const textOf = remember((baseUrl) => JSON.stringify(shareComponents(openApiDocument(baseUrl))), 1)

/** Spares the server repeated reads, and shows the document of a new version soon. */
const maxAgeSeconds = 300

/** `GET /openapi.json`: the OpenAPI document, generated from the schemas that validate requests. */
export const openApiEndpoint = definePublicDocument(async ({ env }) => ({ text: textOf(env.baseUrl), maxAgeSeconds }))

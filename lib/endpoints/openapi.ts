import { definePublicDocument } from '#lib/http/public-document.ts'
import { remember } from '#lib/i18n/remember.ts'
import { openApiDocument } from '#lib/openapi/openapi-document.ts'
import { services } from '#lib/services.ts'

/** Made once: it is the same as long as the process lives. */
const textOf = remember((baseUrl) => JSON.stringify(openApiDocument(baseUrl)), 1)

/** Long enough for a page that reads it again and again, short enough for a new version of the server. */
const maxAgeSeconds = 300

/** `GET /openapi.json`: what this server can be asked and what it answers, made of the schemas that it validates with. */
export const openApiEndpoint = definePublicDocument(async () => {
  const { env } = await services()
  return { text: textOf(env.baseUrl), maxAgeSeconds }
})

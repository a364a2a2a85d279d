import { openApiDocument } from '#lib/description/openapi-document.ts'
import { jsonAnswer } from '#lib/http/answer.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { services } from '#lib/services.ts'

/** Long enough for a page that reads it again and again, short enough for a new version of the server. */
const headers = { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' }

/** `GET /openapi.json`: what this server can be asked and what it answers, made of the schemas that it validates with. */
export const openApiEndpoint = defineEndpoint({
  GET: async () => {
    const { env } = await services()
    return jsonAnswer(openApiDocument(env.baseUrl), { headers })
  },
})

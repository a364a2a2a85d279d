import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint-response.ts'

/** `GET /livez`: this process answers. It asks nothing else, so that a busy database restarts nobody. */
export const livezEndpoint = defineEndpoint({ GET: async () => jsonResponse({ status: 'ok' }) })

import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'

/** `GET /livez`: liveness of only this process. A slow database does not trigger restarts. */
export const livezEndpoint = defineEndpoint({ GET: async () => jsonResponse({ status: 'ok' }) })

import { jsonAnswer } from '#lib/http/answer.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'

/** `GET /livez`: this process answers. It asks nothing else, so that a busy database restarts nobody. */
export const livezEndpoint = defineEndpoint({ GET: async () => jsonAnswer({ status: 'ok' }) })

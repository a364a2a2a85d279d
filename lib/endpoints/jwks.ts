import { currentKeyRing } from '#lib/access-tokens/key-ring.ts'
import { jsonAnswer } from '#lib/http/answer.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { services } from '#lib/services.ts'

/**
 * `GET /.well-known/jwks.json`: the public parts of the next, the current and the previous signing keys (RFC 7517 §5).
 * It may be kept for a minute: a key stands here long before it signs.
 */
export const jwksEndpoint = defineEndpoint({
  GET: async () => {
    const { publicJwks } = await currentKeyRing(await services())
    return jsonAnswer({ keys: publicJwks }, { headers: { 'Cache-Control': 'public, max-age=60' } })
  },
})

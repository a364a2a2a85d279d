import { currentKeyRing } from '#lib/access-tokens/key-ring.ts'
import { keySetLifeMs } from '#lib/access-tokens/signing-key.ts'
import { secondMs } from '#lib/clock.ts'
import { jsonAnswer, openToAll } from '#lib/http/answer.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { services } from '#lib/services.ts'

/**
 * `GET /.well-known/jwks.json`: the public parts of the next, the current and the former signing keys (RFC 7517 §5). A
 * key stands here long before it signs, and until its last token has expired, so that the set may be kept for a while.
 * There is nothing private in it: any page may read it.
 */
export const jwksEndpoint = defineEndpoint({
  GET: async () => {
    const { publicJwks } = await currentKeyRing(await services())
    return jsonAnswer({ keys: publicJwks }, { headers: openToAll(keySetLifeMs / secondMs) })
  },
})

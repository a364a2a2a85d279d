import { currentKeyRing } from '#lib/access-tokens/key-ring.ts'
import { keySetLifeMs } from '#lib/access-tokens/signing-key.ts'
import { secondMs } from '#lib/clock.ts'
import { definePublicDocument } from '#lib/http/public-document.ts'
import { services } from '#lib/services.ts'

/**
 * `GET /.well-known/jwks.json`: the public parts of the next, the current and the former signing keys (RFC 7517 §5). A
 * key is published long before it signs, and until its last token has expired, so that clients may cache the set.
 */
export const jwksEndpoint = definePublicDocument(async () => {
  const { publicJwks } = await currentKeyRing(await services())
  return { text: JSON.stringify({ keys: publicJwks }), maxAgeSeconds: keySetLifeMs / secondMs }
})

import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { keySetLifetimeMs } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { definePublicDocument } from '#lib/web/http/public-document.ts'

/**
 * `GET /.well-known/jwks.json` (RFC 7517 §5): the public parts of the next, current and previous signing keys. A key is
 * published well before it signs and until its last token has expired, so that clients may cache the set.
 */
export const jwksEndpoint = definePublicDocument(async (services) => {
  const { publicJwks } = await currentKeyRing(services)
  return { text: JSON.stringify({ keys: publicJwks }), maxAgeSeconds: keySetLifetimeMs / secondMs }
})

import { pendingMs } from '#lib/api-keys/key-secret.ts'
import { secondMs } from '#lib/clock.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { rotateOwnSecret } from '#lib/key-rotation/rotate-secret.ts'
import { authenticateClient } from '#lib/oauth/authenticate-client.ts'
import { readBasicCredentials } from '#lib/oauth/client-credentials.ts'
import type { RotationAnswer } from '#lib/oauth/schema.ts'

/** `POST /auth/v1/keys/rotate` (docs/protocol.md, section 10), for API keys that were generated as rotatable. */
export const rotateKeyEndpoint = defineEndpoint({
  POST: async (request, { services, address, requestId }) => {
    const context = { address, requestId }
    const key = await authenticateClient(services, context, readBasicCredentials(request))
    const { keyId, secret, retiresAfterMs } = await rotateOwnSecret(services, context, key)
    const answer: RotationAnswer = {
      keyId,
      secret,
      expiresIn: pendingMs / secondMs,
      formerSecretExpiresIn: retiresAfterMs / secondMs,
    }
    return jsonResponse(answer)
  },
})

import { pendingMs } from '#lib/domain/keys/api-keys/key-secret.ts'
import { rotateOwnSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { authenticateClient } from '#lib/domain/tokens/client-authentication/authenticate-client.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'
import { readBasicCredentials } from '#lib/web/oauth/client-credentials.ts'
import type { RotationAnswer } from '#lib/web/oauth/schema.ts'

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

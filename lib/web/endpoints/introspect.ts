import { invalidClient } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { hasScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { authenticateClient } from '#lib/domain/tokens/client-authentication/authenticate-client.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'
import { introspectToken } from '#lib/web/oauth/introspect-token.ts'
import { introspectionForms } from '#lib/web/oauth/schema.ts'
import { readTokenInput } from '#lib/web/oauth/token-input.ts'

/** `POST /auth/v1/introspect` (RFC 7662), for API keys with the scope `introspect`. */
export const introspectEndpoint = defineEndpoint({
  POST: async (request, context) => {
    const { services } = context
    const { token, key } = await readTokenInput(request, introspectionForms)
    if (!key) throw invalidClient('client_missing')
    const { keyId, scopes } = await authenticateClient(services, context, key)
    if (!hasScope(scopes, 'introspect')) throw new Refusal('key_without_introspect')
    return jsonResponse(await introspectToken(services, { token, askingKeyId: keyId }))
  },
})

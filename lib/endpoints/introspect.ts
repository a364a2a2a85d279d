import { invalidClient } from '#lib/api-keys/key-credentials.ts'
import { hasScope } from '#lib/api-keys/scopes.ts'
import { Refusal } from '#lib/errors.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { authenticateClient } from '#lib/oauth/authenticate-client.ts'
import { introspectToken } from '#lib/oauth/introspect-token.ts'
import { introspectionForms } from '#lib/oauth/schema.ts'
import { readTokenInput } from '#lib/oauth/token-input.ts'

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

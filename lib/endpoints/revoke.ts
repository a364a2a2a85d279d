import { invalidClient } from '#lib/api-keys/key-credentials.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { type EndpointContext, jsonResponse } from '#lib/http/endpoint.ts'
import { authenticateClient } from '#lib/oauth/authenticate-client.ts'
import { revocationForms } from '#lib/oauth/schema.ts'
import { readTokenInput, type TokenInput } from '#lib/oauth/token-input.ts'
import { type Revoker, revokeToken } from '#lib/refresh-tokens/revoke-token.ts'

/**
 * `POST /auth/v1/revoke` (RFC 7009): 200 whether or not the token was valid. The body is an empty JSON object, because
 * some OAuth clients treat any response without JSON as a failure.
 */
export const revokeEndpoint = defineEndpoint({
  POST: async (request, context) => {
    const input = await readTokenInput(request, revocationForms)
    await revokeToken(context.services, context, input.token, await identifyRevoker(context, input))
    return jsonResponse({})
  },
})

/** Without a key, `clientId` is enough to revoke a refresh token, as it is to exchange one. */
async function identifyRevoker(context: EndpointContext, { key, clientId }: TokenInput): Promise<Revoker> {
  if (key) return { key: await authenticateClient(context.services, context, key) }
  if (clientId === undefined) throw invalidClient('client_unnamed')
  return { clientId }
}

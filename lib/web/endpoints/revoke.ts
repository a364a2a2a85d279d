import { invalidClient } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { authenticateClient } from '#lib/domain/tokens/client-authentication/authenticate-client.ts'
import { type Revoker, revokeToken } from '#lib/domain/tokens/refresh-tokens/revoke-token.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, jsonResponse } from '#lib/web/http/endpoint.ts'
import { revocationForms } from '#lib/web/oauth/schema.ts'
import { readTokenInput, type TokenInput } from '#lib/web/oauth/token-input.ts'

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

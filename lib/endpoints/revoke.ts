import { invalidClient } from '#lib/api-keys/invalid-client.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint-response.ts'
import { authenticateClient } from '#lib/oauth/authenticate-client.ts'
import { type PresentedToken, readPresentedToken } from '#lib/oauth/presented-token.ts'
import { revocationForm, standardRevocationForm } from '#lib/oauth/schema.ts'
import { type Revoker, revokeToken } from '#lib/refresh-tokens/revoke-token.ts'
import type { RequestContext } from '#lib/request-context.ts'
import { type Services, services } from '#lib/services.ts'

/**
 * `POST /auth/v1/revoke` (RFC 7009): 200, whatever has become of the token. What is answered says nothing and is JSON all
 * the same: clients that read JSON from every endpoint of OAuth take an answer without any for a failure.
 */
export const revokeEndpoint = defineEndpoint({
  POST: async (request, source) => {
    const opened = await services()
    const presented = await readPresentedToken(request, {
      camelCase: revocationForm,
      standard: standardRevocationForm,
    })
    const revoker = await identify(opened, source, presented)
    await revokeToken(opened, source, presented.token, revoker)
    return jsonResponse({})
  },
})

/** A refresh takes no more than the token and a name either. */
async function identify(opened: Services, source: RequestContext, { key, clientId }: PresentedToken): Promise<Revoker> {
  if (key) return { key: await authenticateClient(opened, source, key) }
  if (clientId === undefined) throw invalidClient('no client was named')
  return { clientId }
}

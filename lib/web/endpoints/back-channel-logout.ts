import { logOutByProvider } from '#lib/domain/sign-in/company-sign-in/back-channel-logout.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, jsonResponse } from '#lib/web/http/endpoint.ts'
import { readForm } from '#lib/web/http/form-body.ts'

/**
 * `POST /auth/v1/back-channel-logout/<provider>` (OpenID Connect Back-Channel Logout 1.0 §2.5): 200 once the sessions
 * that the token names have ended, also if there are none; otherwise 400.
 */
export const backChannelLogoutEndpoint = defineEndpoint({ POST: logOut })

async function logOut(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { services, address, requestId } = context
  const { logout_token: logoutToken } = await readForm(request, ['logout_token'])
  if (logoutToken === undefined) throw new Refusal('invalid_request', { description: 'Send logout_token.' })
  const providerId = new URL(request.url).pathname.split('/')[4] ?? ''
  await logOutByProvider(services, { kind: 'visitor', address, requestId }, { providerId, logoutToken })
  return jsonResponse({})
}

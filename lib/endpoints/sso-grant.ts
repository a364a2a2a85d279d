import { hasScope } from '#lib/api-keys/scopes.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint-response.ts'
import { readForm } from '#lib/http/form-body.ts'
import {
  authenticateBearer,
  bearerFields,
  refuseTokenInQuery,
  requireScope,
  verifyBearer,
} from '#lib/oauth/authenticate-bearer.ts'
import { parseGrantRequest } from '#lib/sso-grants/grant-request.ts'
import { issueGrantAtOnce } from '#lib/sso-grants/issue-grant-at-once.ts'
import { issueSsoGrant } from '#lib/sso-grants/issue-sso-grant.ts'
import { grantFields } from '#lib/sso-grants/schema.ts'

/** `POST /auth/v1/sso`: section 4 of the protocol. */
export const ssoGrantEndpoint = defineEndpoint({
  POST: async (request, context) => {
    const { services } = context
    refuseTokenInQuery(request)
    const form = await readForm(request, [...grantFields, ...bearerFields])
    const token = await verifyBearer(services, context, request, form)
    const grantRequest = parseGrantRequest(form)
    const atOnce = hasScope(token.scope, 'sso') && (await issueGrantAtOnce(services, token, grantRequest))
    if (atOnce) return jsonResponse(atOnce)
    const bearer = await authenticateBearer(services, context, token)
    requireScope(bearer, 'sso')
    const holder = { ...bearer.program, familyId: bearer.familyId }
    return jsonResponse(await issueSsoGrant(services, holder, grantRequest))
  },
})

import { bearerFields, refuseTokenInQuery } from '#lib/access-tokens/bearer-token.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readForm } from '#lib/http/form-body.ts'
import { withPresentedToken } from '#lib/oauth/presented-token.ts'
import { parseGrantRequest } from '#lib/sso-grants/grant-request.ts'
import { issueSsoGrant } from '#lib/sso-grants/issue-sso-grant.ts'
import { grantFields } from '#lib/sso-grants/schema.ts'
import { countUse } from '#lib/usage-counts.ts'

/** `POST /auth/v1/sso` (docs/protocol.md, section 4). */
export const ssoGrantEndpoint = defineEndpoint({
  POST: async (request, context) => {
    const { services } = context
    refuseTokenInQuery(request)
    const form = await readForm(request, [...grantFields, ...bearerFields])
    return withPresentedToken(request, context, form, async (holder) => {
      const { grantId, secretId, ...issued } = await issueSsoGrant(services, holder, parseGrantRequest(form))
      countUse(services, 'link-issued', { keyId: holder.token.keyId, secretId: secretId ?? '' })
      return jsonResponse(issued, { headers: { 'Latchkey-Grant-Id': grantId } })
    })
  },
})

import { parseGrantRequest } from '#lib/domain/links/sso-grants/grant-request.ts'
import { issueSsoGrant } from '#lib/domain/links/sso-grants/issue-sso-grant.ts'
import { grantFields } from '#lib/domain/links/sso-grants/schema.ts'
import { bearerFields, refuseTokenInQuery } from '#lib/domain/tokens/access-tokens/bearer-token.ts'
import { countUse } from '#lib/foundation/buffers/usage-counts.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import { withPresentedToken } from '#lib/web/oauth/presented-token.ts'

/** `POST /auth/v1/sso` (docs/protocol.md, section 4). */
export const ssoGrantEndpoint = defineEndpoint({
  POST: async (request, context) => {
    const { services } = context
    refuseTokenInQuery(request)
    const form = await readForm(request, [...grantFields, ...bearerFields])
    return withPresentedToken({ request, form }, context, async (holder) => {
      const { grantId, secretId, ...issued } = await issueSsoGrant(services, holder, parseGrantRequest(form))
      countUse(services, 'link-issued', { keyId: holder.token.keyId, secretId: secretId ?? '' })
      return jsonResponse(issued, { headers: { 'Latchkey-Grant-Id': grantId } })
    })
  },
})

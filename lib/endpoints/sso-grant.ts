import { verifyAccessToken } from '#lib/access-tokens/verify-access-token.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readForm } from '#lib/http/form-body.ts'
import { bearerFields, readBearerToken, refuseTokenInQuery } from '#lib/oauth/bearer-token.ts'
import { withTokenRateLimit } from '#lib/oauth/rate-limited.ts'
import { parseGrantRequest } from '#lib/sso-grants/grant-request.ts'
import { issueSsoGrant } from '#lib/sso-grants/issue-sso-grant.ts'
import { grantFields } from '#lib/sso-grants/schema.ts'
import { countUse } from '#lib/usage-counts.ts'

/** `POST /auth/v1/sso` (docs/protocol.md, section 4). */
export const ssoGrantEndpoint = defineEndpoint({
  POST: async (request, { services, address, requestId }) => {
    refuseTokenInQuery(request)
    const form = await readForm(request, [...grantFields, ...bearerFields])
    const accessToken = readBearerToken(request, form)
    return withTokenRateLimit(services, { address, requestId }, 'invalid_token', async () => {
      const token = await verifyAccessToken(services, accessToken)
      const holder = { kind: 'program', token, address, requestId } as const
      const { grantId, secretId, ...issued } = await issueSsoGrant(services, holder, parseGrantRequest(form))
      countUse(services, 'link-issued', { keyId: token.keyId, secretId: secretId ?? '' })
      return jsonResponse(issued, { headers: { 'Latchkey-Grant-Id': grantId } })
    })
  },
})

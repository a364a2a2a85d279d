import { issueAccessToken } from '#lib/access-tokens/issue-access-token.ts'
import { Refusal } from '#lib/errors.ts'
import { jsonAnswer } from '#lib/http/answer.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { type Form, readForm, requireField } from '#lib/http/form-body.ts'
import { actAsClient } from '#lib/oauth/act-as-client.ts'
import { readClientCredentials } from '#lib/oauth/client-credentials.ts'
import { countFailures } from '#lib/oauth/count-failures.ts'
import { openFamily } from '#lib/refresh-tokens/open-family.ts'
import { rotateRefreshToken } from '#lib/refresh-tokens/rotate-refresh-token.ts'
import { type Services, services } from '#lib/services.ts'
import type { Source } from '#lib/users/actor.ts'

const fields = ['grantType', 'clientId', 'clientSecret', 'refreshToken'] as const

type TokenRequest = Readonly<{ request: Request; form: Form<(typeof fields)[number]>; source: Source }>

type TokenAnswer = Readonly<{ accessToken: string; expiresIn: number; tokenType: 'Bearer'; refreshToken: string }>

/** `POST /auth/v1/token`: section 3 of the protocol. */
export const tokenEndpoint = defineEndpoint({
  POST: async (request, source) => {
    const opened = await services()
    const form = await readForm(request, fields)
    return jsonAnswer(await grantTokens(opened, { request, form, source }))
  },
})

function grantTokens(opened: Services, tokenRequest: TokenRequest): Promise<TokenAnswer> {
  switch (requireField(tokenRequest.form, 'grantType')) {
    case 'client_credentials':
      return grantToClient(opened, tokenRequest)
    case 'refresh_token':
      return grantToHolder(opened, tokenRequest)
    default:
      throw new Refusal('unsupported_grant_type')
  }
}

/** RFC 6749 §4.4. That it comes with a refresh token is the specification's own (§4.4.3 advises against it). */
async function grantToClient(opened: Services, { request, form, source }: TokenRequest): Promise<TokenAnswer> {
  const presented = readClientCredentials(request, form)
  const { issue, refreshToken } = await actAsClient(opened, source, presented, () =>
    openFamily(opened, source, presented),
  )
  const { accessToken, expiresIn } = await issueAccessToken(opened, issue)
  return { accessToken, expiresIn, tokenType: 'Bearer', refreshToken }
}

/** RFC 6749 §6, without client authentication, hence with rotation (RFC 9700 §2.2.2). */
async function grantToHolder(opened: Services, { form, source }: TokenRequest): Promise<TokenAnswer> {
  const presented = { clientId: requireField(form, 'clientId'), refreshToken: requireField(form, 'refreshToken') }
  const counts = [{ limit: opened.limits.tokensAtAddress, subject: source.address }]
  const { issue, refreshToken } = await countFailures('invalid_grant', counts, () =>
    rotateRefreshToken(opened, source, presented),
  )
  const { accessToken, expiresIn } = await issueAccessToken(opened, issue)
  return { accessToken, expiresIn, tokenType: 'Bearer', refreshToken }
}

import { ClientCredentials } from 'simple-oauth2'
import { describe, expect, it } from 'vitest'
import type { Target } from '../targets/target.ts'

/** simple-oauth2, which is told the addresses and knows nothing of metadata, in the standard's spelling. */
export function checkSimpleOauth2(target: Target): void {
  describe(`simple-oauth2, ${target.name}`, () => {
    it.each(['header', 'body'] as const)('gets a token with the secret in the %s', async (authorizationMethod) => {
      const { token } = await clientOf(target, { authorizationMethod }).getToken({ scope: ['sso'] })
      expect(token).toMatchObject({ token_type: 'Bearer', scope: 'sso', access_token: expect.any(String) })
      expect(token.expires_at).toBeInstanceOf(Date)
    })

    it('refreshes, and revokes what it got', async () => {
      const client = clientOf(target)
      const refresh_token = await target.issueRefreshToken(target.confidential.id)
      const next = await client.createToken({ refresh_token }).refresh()
      expect(next.token.refresh_token).not.toBe(refresh_token)
      await next.revoke('refresh_token', target.revocationOptions)
      await expect(next.refresh()).rejects.toMatchObject({
        output: { statusCode: 400 },
        data: { payload: { error: 'invalid_grant' } },
      })
    })

    it('is refused with a wrong secret', async () => {
      await expect(clientOf(target, {}, 'wrong').getToken({})).rejects.toMatchObject({
        output: { statusCode: 401 },
        data: { payload: { error: 'invalid_client' } },
      })
    })
  })
}

type Options = Readonly<{ authorizationMethod?: 'header' | 'body' }>

function clientOf(target: Target, options: Options = {}, secret = target.confidential.secret): ClientCredentials {
  const { tokenPath, revocationPath: revokePath, origin: tokenHost } = target
  const client = { id: target.confidential.id, secret }
  return new ClientCredentials({ client, auth: { tokenHost, tokenPath, revokePath }, options })
}

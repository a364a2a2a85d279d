import * as openid from 'openid-client'
import { describe, expect, it } from 'vitest'
import type { Target } from '../targets/target.ts'
import { refusalOf } from './refusal.ts'

/** openid-client as its documentation uses it. It refuses plain http unless it is told otherwise. */
function discover(
  target: Target,
  id: string,
  auth: openid.ClientAuth,
  algorithm: 'oauth2' | 'oidc' = 'oauth2',
): Promise<openid.Configuration> {
  return openid.discovery(new URL(target.issuer), id, {}, auth, {
    algorithm,
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: (url, options) => target.fetch(url, options as RequestInit),
  })
}

/** The standard as openid-client speaks it: every guarantee, against any target. */
export function checkOpenidClient(target: Target): void {
  const { id, secret } = target.confidential
  const byPost = () => discover(target, id, openid.ClientSecretPost(secret))
  const byBasic = () => discover(target, id, openid.ClientSecretBasic(secret))

  describe(`openid-client, ${target.name}`, () => {
    it.each([
      ['post', byPost],
      ['Basic', byBasic],
      ['Basic, as OpenID Connect discovers', () => discover(target, id, openid.ClientSecretBasic(secret), 'oidc')],
    ])('discovers, and gets a token by %s', async (_way, configure) => {
      const config = await configure()
      expect(config.serverMetadata().issuer).toBe(target.issuer)
      const answer = await openid.clientCredentialsGrant(config, { scope: 'sso' })
      expect(answer).toMatchObject({ token_type: 'bearer', scope: 'sso' })
      expect(answer.expiresIn()).toBeGreaterThan(0)
    })

    checkRefusals(target)
    checkRefresh(target, byPost)
    checkTold(target, byBasic)
  })
}

function checkRefusals(target: Target): void {
  const { id, secret } = target.confidential

  it.each([
    ['post', openid.ClientSecretPost('wrong')],
    ['Basic', openid.ClientSecretBasic('wrong')],
  ])('is refused with a wrong secret by %s', async (_way, auth) => {
    const asked = openid.clientCredentialsGrant(await discover(target, id, auth))
    expect(await refusalOf(asked)).toMatchObject({ status: 401, error: 'invalid_client' })
  })

  it('is refused a scope that it may not have', async () => {
    const config = await discover(target, id, openid.ClientSecretPost(secret))
    const asked = openid.clientCredentialsGrant(config, { scope: 'everything' })
    expect(await refusalOf(asked)).toMatchObject({ status: 400, error: 'invalid_scope' })
  })
}

function checkRefresh(target: Target, byPost: () => Promise<openid.Configuration>): void {
  it('refreshes without authenticating the client, again and again', async () => {
    const config = await discover(target, target.publicId, openid.None())
    const seen = new Set([await target.issueRefreshToken(target.publicId)])
    for (const _time of Array.from({ length: 3 })) {
      const { refresh_token } = await openid.refreshTokenGrant(config, String([...seen].at(-1)))
      seen.add(String(refresh_token))
    }
    expect(seen.size).toBe(4)
  })

  it('refreshes with the secret', async () => {
    const former = await target.issueRefreshToken(target.confidential.id)
    const answer = await openid.refreshTokenGrant(await byPost(), former)
    expect(answer).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) })
  })

  it('is refused an unknown refresh token', async () => {
    const asked = openid.refreshTokenGrant(await byPost(), 'made-up')
    expect(await refusalOf(asked)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })
}

function checkTold(target: Target, byBasic: () => Promise<openid.Configuration>): void {
  it('is told of a token, revokes it, and is told that it is not active', async () => {
    const config = await byBasic()
    const token = await target.issueRefreshToken(target.confidential.id)
    const told = await openid.tokenIntrospection(config, token)
    expect(told).toMatchObject({ active: true, client_id: target.confidential.id })
    await openid.tokenRevocation(config, token)
    expect(await openid.tokenIntrospection(config, token)).toEqual({ active: false })
  })
}

import { ClientSecretBasic, ClientSecretPost, None } from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Target } from '../targets/target.ts'
import { Oauth4webapiClient } from './oauth4webapi-client.ts'
import { refusalOf } from './refusal.ts'

/** One of the targets, once it has been discovered. */
type Server = () => Oauth4webapiClient

/** The standard as oauth4webapi speaks it: every guarantee, against any target. */
export function checkOauth4webapi(target: Target): void {
  describe(`oauth4webapi, ${target.name}`, () => {
    let server: Oauth4webapiClient
    beforeAll(async () => {
      server = await Oauth4webapiClient.discover(target)
    })
    checkDiscovery(target, () => server)
    checkCredentials(() => server)
    checkScopes(() => server)
    checkRefresh(target, () => server)
    checkIntrospection(target, () => server)
    checkRevocation(target, () => server)
    checkJwt(target, () => server)
  })
}

function checkDiscovery({ issuer }: Target, server: Server): void {
  it('finds every endpoint and the keys at the issuer', () => {
    const { metadata } = server()
    for (const name of ['token_endpoint', 'revocation_endpoint', 'introspection_endpoint', 'jwks_uri'] as const) {
      expect(metadata[name], name).toMatch(new RegExp(`^${issuer}/`))
    }
    expect(metadata.grant_types_supported).toEqual(expect.arrayContaining(['client_credentials', 'refresh_token']))
    const methods = ['client_secret_basic', 'client_secret_post', 'none']
    expect(metadata.token_endpoint_auth_methods_supported).toEqual(expect.arrayContaining(methods))
  })
}

function checkCredentials(server: Server): void {
  it.each(['post', 'basic'] as const)('gets a token for client and secret by %s', async (way) => {
    const answer = await server().requestToken(server()[way])
    expect(answer).toMatchObject({ token_type: 'bearer', access_token: expect.any(String) })
    expect(answer.expires_in).toBeGreaterThan(0)
  })

  it('is refused with a wrong secret by post', async () => {
    expect(await refusalOf(server().requestToken(ClientSecretPost('wrong')))).toMatchObject({
      status: 401,
      error: 'invalid_client',
    })
  })

  it('is refused with a wrong secret by Basic, and challenged (RFC 6749 §5.2)', async () => {
    expect(await refusalOf(server().requestToken(ClientSecretBasic('wrong')))).toEqual({
      status: 401,
      error: 'invalid_client',
      challenges: ['basic'],
    })
  })

  it('is refused with a grant type that is not there', async () => {
    expect(await refusalOf(server().requestGrantType('urn:example:unknown'))).toMatchObject({
      status: 400,
      error: 'unsupported_grant_type',
    })
  })
}

function checkScopes(server: Server): void {
  it('gets the narrower scope that it asks for, and is told so', async () => {
    expect((await server().requestToken(server().post, { scope: 'sso' })).scope).toBe('sso')
  })

  it('is refused a scope that it may not have', async () => {
    expect(await refusalOf(server().requestToken(server().post, { scope: 'everything' }))).toEqual({
      status: 400,
      error: 'invalid_scope',
      challenges: [],
    })
  })
}

function checkRefresh(target: Target, server: Server): void {
  const { publicId, confidential } = target

  it('refreshes without authenticating the client, and gets the next token', async () => {
    const former = await target.issueRefreshToken(publicId)
    const answer = await server().refresh(None(), former, publicId)
    expect(answer.refresh_token).toEqual(expect.any(String))
    expect(answer.refresh_token).not.toBe(former)
    const next = await server().refresh(None(), String(answer.refresh_token), publicId)
    expect(next.access_token).not.toBe(answer.access_token)
  })

  it.each(['post', 'basic'] as const)('refreshes with the secret by %s', async (way) => {
    const former = await target.issueRefreshToken(confidential.id)
    const answer = await server().refresh(server()[way], former)
    expect(answer).toMatchObject({ token_type: 'bearer', access_token: expect.any(String) })
    expect(answer.refresh_token).not.toBe(former)
  })

  it('is refused a refresh with a wrong secret', async () => {
    const token = await target.issueRefreshToken(confidential.id)
    expect(await refusalOf(server().refresh(ClientSecretPost('wrong'), token))).toMatchObject({
      status: 401,
      error: 'invalid_client',
    })
  })

  it('is refused an unknown refresh token', async () => {
    expect(await refusalOf(server().refresh(None(), 'made-up', publicId))).toEqual({
      status: 400,
      error: 'invalid_grant',
      challenges: [],
    })
  })

  it('narrows the scope of one refresh, and keeps that of the family', async () => {
    const former = await target.issueRefreshToken(publicId)
    const narrow = await server().refresh(None(), former, publicId, { scope: 'sso' })
    expect(narrow.scope).toBe('sso')
    const whole = await server().refresh(None(), String(narrow.refresh_token), publicId)
    expect(whole.scope?.split(' ')).toEqual(expect.arrayContaining(['sso', 'introspect']))
  })

  it('is refused a wider scope than was granted', async () => {
    const token = await target.issueRefreshToken(publicId)
    const asked = server().refresh(None(), token, publicId, { scope: 'sso everything' })
    expect(await refusalOf(asked)).toEqual({ status: 400, error: 'invalid_scope', challenges: [] })
  })
}

function checkIntrospection(target: Target, server: Server): void {
  it.each(['post', 'basic'] as const)('is told of a good access token, asking by %s', async (way) => {
    const { access_token } = await server().requestToken(server().post, { scope: 'sso' })
    const told = await server().introspect(server()[way], access_token)
    expect(told).toMatchObject({ active: true, client_id: target.confidential.id, scope: 'sso' })
    expect(told.exp).toBeGreaterThan(Date.now() / 1_000)
  })

  it('is told of a good refresh token', async () => {
    const token = await target.issueRefreshToken(target.confidential.id)
    expect(await server().introspect(server().post, token)).toMatchObject({
      active: true,
      client_id: target.confidential.id,
    })
  })

  it('learns only that an unknown token is inactive', async () => {
    expect(await server().introspect(server().post, 'made-up')).toEqual({ active: false })
  })

  it('is refused with a wrong secret', async () => {
    expect(await refusalOf(server().introspect(ClientSecretBasic('wrong'), 'made-up'))).toEqual({
      status: 401,
      error: 'invalid_client',
      challenges: ['basic'],
    })
  })
}

function checkRevocation(target: Target, server: Server): void {
  it('revokes a refresh token, which is no longer good then', async () => {
    const token = await target.issueRefreshToken(target.confidential.id)
    await server().revoke(server().basic, token)
    expect(await server().introspect(server().post, token)).toEqual({ active: false })
    expect(await refusalOf(server().refresh(server().post, token))).toMatchObject({ error: 'invalid_grant' })
  })

  it('revokes a refresh token as a client without a secret', async () => {
    const token = await target.issueRefreshToken(target.publicId)
    await server().revoke(None(), token, target.publicId)
    const asked = server().refresh(None(), token, target.publicId)
    expect(await refusalOf(asked)).toMatchObject({ error: 'invalid_grant' })
  })

  it('revokes an access token, which is no longer active then', async () => {
    const { access_token } = await server().requestToken(server().post)
    await server().revoke(server().post, access_token)
    expect(await server().introspect(server().post, access_token)).toEqual({ active: false })
  })

  it('may revoke an unknown token (RFC 7009 §2.2)', async () => {
    await server().revoke(server().post, 'made-up')
  })

  it('is refused with a wrong secret', async () => {
    expect(await refusalOf(server().revoke(ClientSecretPost('wrong'), 'made-up'))).toMatchObject({
      status: 401,
      error: 'invalid_client',
    })
  })
}

function checkJwt(target: Target, server: Server): void {
  it('validates an access token by the published keys (RFC 9068)', async () => {
    const { access_token } = await server().requestToken(server().post, { ...target.forJwt, scope: 'sso' })
    const claims = await server().validate(access_token)
    const { issuer: iss, audience: aud, confidential } = target
    expect(claims).toMatchObject({ iss, aud, client_id: confidential.id, scope: 'sso', jti: expect.any(String) })
  })

  it('sees through an access token with another claim', async () => {
    const { access_token } = await server().requestToken(server().post, target.forJwt)
    const [head = '', body = '', signature = ''] = access_token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'another user' })).toString('base64url')
    await expect(server().validate([head, changed, signature].join('.'))).rejects.toThrow('JWT signature')
  })

  it('detects an access token for another audience', async () => {
    const { access_token } = await server().requestToken(server().post, target.forJwt)
    await expect(server().validate(access_token, 'https://elsewhere.example')).rejects.toThrow('"aud"')
  })
}

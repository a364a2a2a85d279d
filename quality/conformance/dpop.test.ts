import * as dpop from 'dpop'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { describe, expect, it } from 'vitest'
import { latchkeyTarget } from './targets/target.ts'

const target = latchkeyTarget()
const { id, secret } = target.confidential
const body = () => new URLSearchParams({ accountId: 'unknown' })
const ssoUrl = new URL('/auth/v1/sso', target.issuer)

/** What a call with a valid token gets, since there is no such account; another token gets 401. */
const passed = 403

describe('DPoP, as openid-client speaks it', () => {
  it('binds tokens to a key, refreshes them with it, and presents them, nonces included', async () => {
    const config = await openid.discovery(new URL(target.issuer), id, {}, openid.ClientSecretBasic(secret), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'))
    const issued = await openid.clientCredentialsGrant(config, { scope: 'sso' }, { DPoP })
    expect(issued.token_type).toBe('dpop')
    const refreshed = await openid.refreshTokenGrant(config, issued.refresh_token ?? '', {}, { DPoP })
    expect(refreshed.token_type).toBe('dpop')
    const { access_token } = refreshed
    const answer = await openid.fetchProtectedResource(config, access_token, ssoUrl, 'POST', body(), undefined, {
      DPoP,
    })
    expect(answer.status).toBe(passed)
    const thief = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'))
    const stolen = openid.refreshTokenGrant(config, refreshed.refresh_token ?? '', {}, { DPoP: thief })
    await expect(stolen).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('DPoP, as oauth4webapi speaks it', () => {
  it.each(['ES256', 'Ed25519', 'PS256', 'RS256'])(
    'binds tokens to a key of %s, and asks for its nonce',
    async (alg) => {
      const options = { [oauth.allowInsecureRequests]: true } as const
      const issuer = new URL(target.issuer)
      const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options })
      const server = await oauth.processDiscoveryResponse(issuer, discovered)
      const client = { client_id: id }
      const keys = await oauth.generateKeyPair(alg)
      const DPoP = oauth.DPoP({}, keys)
      const ask = async () => {
        const auth = oauth.ClientSecretPost(secret)
        const response = await oauth.clientCredentialsGrantRequest(server, client, auth, {}, { DPoP, ...options })
        return oauth.processClientCredentialsResponse(server, client, response)
      }
      const refusal = await ask().catch((error: unknown) => error)
      expect(oauth.isDPoPNonceError(refusal)).toBe(true)
      const { access_token } = await ask()
      const present = (proof?: oauth.DPoPHandle) =>
        oauth.protectedResourceRequest(access_token, 'POST', ssoUrl, new Headers(), body(), {
          ...options,
          ...(proof && { DPoP: proof }),
        })
      expect((await present(DPoP)).status).toBe(passed)
      await expect(present()).rejects.toMatchObject({ status: 401 })
    },
  )
})

describe('DPoP, as the package dpop makes proofs', () => {
  it.each(['ES256', 'Ed25519', 'PS256', 'RS256'] as const)('presents a token with proofs by %s', async (alg) => {
    const keys = await dpop.generateKeyPair(alg)
    const tokenUrl = new URL('/auth/v1/token', target.issuer).href
    const ask = async (nonce?: string) =>
      fetch(tokenUrl, {
        method: 'POST',
        headers: { DPoP: await dpop.generateProof(keys, tokenUrl, 'POST', nonce) },
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
      })
    const asked = await ask()
    const nonce = asked.headers.get('dpop-nonce') ?? ''
    expect([asked.status, (await asked.json()).error]).toEqual([400, 'use_dpop_nonce'])
    const { access_token } = await (await ask(nonce)).json()
    const proof = await dpop.generateProof(keys, ssoUrl.href, 'POST', nonce, access_token)
    const headers = { Authorization: `DPoP ${access_token}`, DPoP: proof }
    const present = () => fetch(ssoUrl, { method: 'POST', headers, body: body() })
    expect((await present()).status).toBe(passed)
    expect((await present()).status).toBe(401)
  })
})

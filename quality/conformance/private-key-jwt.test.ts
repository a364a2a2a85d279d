import { exportJWK, generateKeyPair } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { describe, expect, inject, it } from 'vitest'
import { refusalOf } from './checks/refusal.ts'
import { addPublicKey } from './harness/operator.ts'
import { latchkeyTarget } from './targets/target.ts'

const { variables, username } = inject('product')
const target = latchkeyTarget()
const algorithms = ['ES256', 'ES384', 'Ed25519', 'PS256', 'RS256']

type Registered = Readonly<{ keyId: string; privateKey: CryptoKey }>

/** Generates a key pair, and an API key for its public half. */
async function register(alg: string): Promise<Registered> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const keyId = await addPublicKey(variables, username, {
    name: `Signs with ${alg}`,
    scopes: ['sso', 'introspect'],
    publicJwk: await exportJWK(publicKey),
  })
  return { keyId, privateKey }
}

describe('private_key_jwt, as openid-client speaks it', () => {
  it.each(algorithms)('gets, introspects, refreshes and revokes tokens with %s', async (alg) => {
    const { keyId, privateKey } = await register(alg)
    const config = await openid.discovery(new URL(target.issuer), keyId, {}, openid.PrivateKeyJwt(privateKey), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })
    const issued = await openid.clientCredentialsGrant(config, { scope: 'sso' })
    expect(await openid.tokenIntrospection(config, issued.access_token)).toMatchObject({
      active: true,
      client_id: keyId,
    })
    const refreshed = await openid.refreshTokenGrant(config, issued.refresh_token ?? '')
    await openid.tokenRevocation(config, refreshed.refresh_token ?? '')
    expect(await openid.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false })
  })
})

describe('private_key_jwt, as oauth4webapi speaks it', () => {
  it('gets a token with the key, and none with another', async () => {
    const { keyId, privateKey } = await register('ES256')
    const options = { [oauth.allowInsecureRequests]: true } as const
    const issuer = new URL(target.issuer)
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options })
    const server = await oauth.processDiscoveryResponse(issuer, discovered)
    const ask = async (key: CryptoKey) => {
      const client = { client_id: keyId }
      const auth = oauth.PrivateKeyJwt(key)
      const response = await oauth.clientCredentialsGrantRequest(server, client, auth, {}, options)
      return oauth.processClientCredentialsResponse(server, client, response)
    }
    expect((await ask(privateKey)).token_type).toBe('bearer')
    const { privateKey: other } = await generateKeyPair('ES256')
    expect(await refusalOf(ask(other))).toMatchObject({ status: 401, error: 'invalid_client' })
  })
})

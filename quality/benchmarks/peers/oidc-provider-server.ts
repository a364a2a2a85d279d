import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { announce } from '../harness/announce.ts'
import { MemoryAdapter } from './memory-adapter.ts'

// A minimal node-oidc-provider: JWT access tokens for one resource, rotating refresh tokens.

const [baseUrl = ''] = process.argv.slice(2)
const familiesEach = 8
const accountId = 'usr_bench'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const clients = Array.from({ length: 64 }, (_, index) => ({
  client_id: `client-${index}`,
  client_secret: randomBytes(32).toString('base64url'),
  grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
  redirect_uris: ['https://client.example.com/callback'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: 'ES256',
}))

const provider = new Provider(baseUrl, {
  adapter: MemoryAdapter,
  clients,
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'bench' }] },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
  scopes: ['offline_access', 'sso'],
  rotateRefreshToken: true,
  findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
  ttl: { ClientCredentials: 36_000, AccessToken: 36_000, Grant: 1_209_600, RefreshToken: 1_209_600 },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => baseUrl,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'sso',
        audience: baseUrl,
        accessTokenTTL: 36_000,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})

/** Creates the grants that a user’s consent would have created. */
async function openFamilies(clientId: string) {
  const client = await provider.Client.find(clientId)
  return Promise.all(
    Array.from({ length: familiesEach }, async () => {
      const grant = new provider.Grant({ accountId, clientId })
      grant.addOIDCScope('offline_access')
      grant.addResourceScope(baseUrl, 'sso')
      const grantId = await grant.save()
      const subject = { accountId, client, grantId, gty: 'authorization_code', resource: baseUrl }
      return new provider.RefreshToken({ ...subject, scope: 'offline_access sso' }).save()
    }),
  )
}

function openAllFamilies() {
  return Promise.all(
    clients.map(async ({ client_id, client_secret }) => ({
      client: { client_id, client_secret },
      refreshTokens: await openFamilies(client_id),
    })),
  )
}

// Each measurement begins with new tokens.
process.on('message', async () => process.send?.({ families: await openAllFamilies() }))
announce(createServer(provider.callback()), {
  clients: clients.map(({ client_id, client_secret }) => ({ client_id, client_secret })),
})

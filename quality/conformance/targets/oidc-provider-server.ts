import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { announce } from '../../benchmarks/harness/announce.ts'

// node-oidc-provider as its documentation sets it up, for what the checks ask of an authorization server. Access tokens
// are JWTs if the request names the resource, and otherwise opaque tokens that can be introspected, never both.

const [baseUrl = ''] = process.argv.slice(2)
const accountId = 'usr_control'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const secret = randomBytes(32).toString('base64url')
const registered = {
  redirect_uris: ['https://client.example.com/callback'],
  response_types: ['code'],
  id_token_signed_response_alg: 'ES256',
} as const

const provider = new Provider(baseUrl, {
  clients: [
    {
      ...registered,
      client_id: 'confidential',
      client_secret: secret,
      grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
      scope: 'sso introspect offline_access',
    },
    {
      ...registered,
      client_id: 'public',
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'control' }] },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
  scopes: ['sso', 'introspect', 'everything', 'offline_access'],
  rotateRefreshToken: true,
  findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
  ttl: { ClientCredentials: 600, AccessToken: 600, Grant: 600, RefreshToken: 600 },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: 'sso introspect',
        audience: `${baseUrl}/resource`,
        accessTokenTTL: 600,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})

/** What a person's consent in a browser would have brought, without the person. */
async function issueRefreshToken(clientId: string): Promise<string> {
  const client = await provider.Client.find(clientId)
  const grant = new provider.Grant({ accountId, clientId })
  grant.addOIDCScope('sso introspect offline_access')
  const grantId = await grant.save()
  const subject = { accountId, client, grantId, gty: 'authorization_code' }
  return new provider.RefreshToken({ ...subject, scope: 'sso introspect offline_access' }).save()
}

const answerStandard = provider.callback()

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', baseUrl)
  if (pathname !== '/refresh-token') return answerStandard(request, response)
  response.end(await issueRefreshToken(searchParams.get('client_id') ?? ''))
})
announce(server, { secret })

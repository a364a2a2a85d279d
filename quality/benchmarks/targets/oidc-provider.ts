import type { SourcePlan } from '../load/plan.ts'
import { formRequest } from '../load/requests.ts'
import { askJwks } from './ask-jwks.ts'
import { introspectionExpectation } from './introspection-expectation.ts'
import { type AskPeer, type Client, startPeer } from './start-peer.ts'
import type { Target } from './target.ts'

const name = 'oidc-provider'
const jwksPath = '/jwks'

export const oidcProvider: Target = {
  name,
  title: 'node-oidc-provider',
  engine: 'none',
  scenarios: ['token', 'refresh', 'introspect', 'jwks'],
  jwksPath,
  does:
    'node-oidc-provider under a plain `node:http` server: 64 clients in its configuration, JWT access tokens (ES256) for ' +
    'one resource, rotating refresh tokens with reuse detection. Its own process creates grants and first refresh tokens, ' +
    'which otherwise need consent in a browser. Introspection queries these tokens, because it refuses JWTs.',
  omits: 'Durable storage, any storage of access tokens, an access log, rate limits, client lookup.',
  prepare: async (site) => () => startPeer(site, { name, server: 'oidc-provider-server.ts', ask: askOidcProvider }),
}

const askOidcProvider: AskPeer = async (scenario, { address, child }) => {
  if (scenario === 'jwks') return askJwks(address, jwksPath)
  if (scenario === 'token') {
    const clients = child.facts.clients as readonly Client[]
    const form = { grant_type: 'client_credentials', scope: 'sso' }
    const requests = clients.map((client) => formRequest(address, '/token', { ...form, ...client }))
    const expect = { status: 200, members: ['access_token', 'expires_in', 'scope', 'token_type'] }
    return { source: { kind: 'cycle', requests }, expect }
  }
  const families = (await child.ask()).families as readonly { client: Client; refreshTokens: readonly string[] }[]
  if (scenario === 'introspect') {
    const requests = families.map(({ client, refreshTokens: [token = ''] }) =>
      formRequest(address, '/token/introspection', { token, ...client }),
    )
    return { source: { kind: 'cycle', requests }, expect: introspectionExpectation }
  }
  const pool = families.flatMap(({ client, refreshTokens }) =>
    refreshTokens.map((token) => ({ token, form: { grant_type: 'refresh_token', ...client } })),
  )
  const source: SourcePlan = { kind: 'chain', path: '/token', field: 'refresh_token', pool }
  const members = ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type']
  return { source, expect: { status: 200, members } }
}

import type { ServerAddress } from '../load/plan.ts'
import { formRequest } from '../load/requests.ts'
import { askJwks } from './ask-jwks.ts'
import { introspectionExpectation } from './introspection-expectation.ts'
import { type AskPeer, type Client, startPeer } from './start-peer.ts'
import type { Asking, ScenarioName, Target } from './target.ts'

const jwksPath = '/api/auth/jwks'
const tokenPath = '/api/auth/oauth2/token'

/** The kind of token depends on whether the request names a resource. */
type Kind = Readonly<{
  name: string
  title: string
  scenarios: readonly ScenarioName[]
  difference: string
  /** Additional form fields. */
  extraOf: (baseUrl: string) => Readonly<Record<string, string>>
}>

export const betterAuth: readonly Target[] = [
  {
    ...toTarget({
      name: 'better-auth',
      title: 'better-auth, signed token',
      scenarios: ['token', 'introspect', 'jwks'],
      difference: 'For a resource it signs an access token (ES256) and stores nothing.',
      extraOf: (baseUrl) => ({ resource: baseUrl }),
    }),
    jwksPath,
  },
  toTarget({
    name: 'better-auth-stored',
    title: 'better-auth, stored token',
    scenarios: ['token', 'introspect'],
    difference:
      'Without a resource, an access token is a random string in a committed row (WAL, `synchronous=FULL`), unsigned.',
    extraOf: () => ({}),
  }),
]

function toTarget({ name, title, scenarios, difference, extraOf }: Kind): Target {
  const ask: AskPeer = async (scenario, { address, child }) => {
    if (scenario === 'jwks') return askJwks(address, jwksPath)
    const clients = child.facts.clients as readonly Client[]
    const form = { grant_type: 'client_credentials', scope: 'sso', ...extraOf(`http://${address.host}`) }
    const requests = clients.map((client) => formRequest(address, tokenPath, { ...form, ...client }))
    if (scenario === 'introspect') return askIntrospection({ address, clients, form })
    const members = ['access_token', 'expires_at', 'expires_in', 'scope', 'token_type']
    return { source: { kind: 'cycle', requests }, expect: { status: 200, members } }
  }
  return {
    name,
    title,
    engine: 'sqlite',
    scenarios,
    does: `better-auth with \`@better-auth/oauth-provider\` on SQLite under a plain \`node:http\` server, 64 clients. ${difference}`,
    omits:
      'No refresh token for a client, no access log. Its rate limit is off, because all requests come from one IP address.',
    prepare: async (site) => () => startPeer(site, { name, server: 'better-auth-server.ts', ask }),
  }
}

type Stage = Readonly<{ address: ServerAddress; clients: readonly Client[]; form: Readonly<Record<string, string>> }>

/** Each client introspects its own token: better-auth answers no other client. */
async function askIntrospection({ address, clients, form }: Stage): Promise<Asking> {
  const requests = await Promise.all(
    clients.map(async (client) => {
      const body = new URLSearchParams({ ...form, ...client })
      const answer = await fetch(`http://${address.host}${tokenPath}`, { method: 'POST', body })
      const { access_token: token } = (await answer.json()) as { access_token: string }
      return formRequest(address, '/api/auth/oauth2/introspect', { token, ...client })
    }),
  )
  return { source: { kind: 'cycle', requests }, expect: introspectionExpectation }
}

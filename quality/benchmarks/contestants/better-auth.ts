import type { Target } from '../load/plan.ts'
import { formRequest } from '../load/requests.ts'
import { askJwks } from './ask-jwks.ts'
import type { Asking, Contestant, WorkName } from './contestant.ts'
import { introspectionExpectation } from './introspection-expectation.ts'
import { type AskPeer, type Client, startPeer } from './start-peer.ts'

const jwksPath = '/api/auth/jwks'
const tokenPath = '/api/auth/oauth2/token'

/** What it gives depends on whether it is asked for a resource. */
type Kind = Readonly<{
  name: string
  title: string
  works: readonly WorkName[]
  difference: string
  /** What is sent besides the usual. */
  extraOf: (baseUrl: string) => Readonly<Record<string, string>>
}>

export const betterAuth: readonly Contestant[] = [
  {
    ...toContestant({
      name: 'better-auth',
      title: 'better-auth, signed token',
      works: ['token', 'introspect', 'jwks'],
      difference: 'Asked for a resource, it signs an access token (ES256) and stores nothing of it.',
      extraOf: (baseUrl) => ({ resource: baseUrl }),
    }),
    jwksPath,
  },
  toContestant({
    name: 'better-auth-stored',
    title: 'better-auth, stored token',
    works: ['token', 'introspect'],
    difference:
      'Without a resource an access token is a random text, whose row is committed (WAL, `synchronous=FULL`); nothing is signed.',
    extraOf: () => ({}),
  }),
]

function toContestant({ name, title, works, difference, extraOf }: Kind): Contestant {
  const ask: AskPeer = async (work, { target, child }) => {
    if (work === 'jwks') return askJwks(target, jwksPath)
    const clients = child.facts.clients as readonly Client[]
    const form = { grant_type: 'client_credentials', scope: 'sso', ...extraOf(`http://${target.host}`) }
    const requests = clients.map((client) => formRequest(target, tokenPath, { ...form, ...client }))
    if (work === 'introspect') return askIntrospection({ target, clients, form })
    const members = ['access_token', 'expires_at', 'expires_in', 'scope', 'token_type']
    return { feed: { kind: 'cycle', requests }, expect: { status: 200, members } }
  }
  return {
    name,
    title,
    engine: 'sqlite',
    works,
    does: `better-auth with \`@better-auth/oauth-provider\` on SQLite under a plain \`node:http\` server, 64 clients. ${difference}`,
    omits:
      'No refresh token for a program, no access log. Its rate limit is switched off, since everybody asks from one address.',
    prepare: async (site) => () => startPeer(site, { name, server: 'better-auth-server.ts', ask }),
  }
}

type Stage = Readonly<{ target: Target; clients: readonly Client[]; form: Readonly<Record<string, string>> }>

/** Each client about its own token: it hears nothing of another's. */
async function askIntrospection({ target, clients, form }: Stage): Promise<Asking> {
  const requests = await Promise.all(
    clients.map(async (client) => {
      const body = new URLSearchParams({ ...form, ...client })
      const answer = await fetch(`http://${target.host}${tokenPath}`, { method: 'POST', body })
      const { access_token: token } = (await answer.json()) as { access_token: string }
      return formRequest(target, '/api/auth/oauth2/introspect', { token, ...client })
    }),
  )
  return { feed: { kind: 'cycle', requests }, expect: introspectionExpectation }
}

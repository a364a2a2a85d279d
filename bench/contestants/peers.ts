import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../trials/rig/ports.ts'
import type { FeedPlan, Target } from '../load/plan.ts'
import { formRequest } from '../load/requests.ts'
import { type Child, startChild } from '../rig/child.ts'
import { installPeers } from '../rig/install-peers.ts'
import { commonVariables, type Site } from '../rig/site.ts'
import type { Asking, Contestant, WorkName } from './contestant.ts'

type Client = Readonly<{ client_id: string; client_secret: string }>

const servers = join(import.meta.dirname, '../peers')

export const peers: readonly Contestant[] = [
  {
    name: 'oidc-provider',
    title: 'node-oidc-provider',
    engine: 'none',
    works: ['token', 'refresh'],
    does:
      'node-oidc-provider under a plain `node:http` server: 64 clients in its configuration, JWT access tokens (ES256) for ' +
      'one resource, rotating refresh tokens with reuse detection. Its grants and first refresh tokens are made in its own ' +
      'process, since the way there is a person’s consent in a browser.',
    omits:
      'Stores nothing that outlives the process; an access token gets no row at all. No access log, no limits, no look-up of a client.',
    prepare: async (site) => () => startPeer(site, 'oidc-provider', askOidcProvider),
  },
  betterAuth(
    'better-auth',
    'better-auth, JWT',
    'Asked for a resource, it signs an access token (ES256) and stores nothing.',
    (baseUrl) => ({ resource: baseUrl }),
  ),
  betterAuth(
    'better-auth-stored',
    'better-auth, stored token',
    'Without a resource its access token is a random text, whose row is committed (WAL, `synchronous=FULL`); it signs nothing.',
    () => ({}),
  ),
]

type AskPeer = (work: WorkName, peer: Readonly<{ target: Target; child: Child }>) => Promise<Asking>

async function startPeer(site: Site, name: string, ask: AskPeer) {
  installPeers()
  const port = await findFreePort()
  const target = { port, host: `localhost:${port}` }
  const folder = join(site.folder, name)
  mkdirSync(folder, { recursive: true })
  const child = await startChild({
    script: join(servers, `${name}-server.ts`),
    args: [`http://${target.host}`, folder],
    variables: { ...commonVariables(site), PORT: String(port) },
    logFile: join(folder, 'output.log'),
  })
  return { target, pid: child.pid, ask: (work: WorkName) => ask(work, { target, child }), stop: child.stop }
}

async function askOidcProvider(work: WorkName, { target, child }: Parameters<AskPeer>[1]): Promise<Asking> {
  if (work === 'token') {
    const clients = child.facts.clients as readonly Client[]
    const form = { grant_type: 'client_credentials', scope: 'sso' }
    const requests = clients.map((client) => formRequest(target, '/token', { ...form, ...client }))
    const expect = { status: 200, members: ['access_token', 'expires_in', 'scope', 'token_type'] }
    return { feed: { kind: 'cycle', requests }, expect }
  }
  const families = (await child.ask()).families as readonly { client: Client; refreshTokens: readonly string[] }[]
  const pool = families.flatMap(({ client, refreshTokens }) =>
    refreshTokens.map((token) => ({ token, form: { grant_type: 'refresh_token', ...client } })),
  )
  const feed: FeedPlan = { kind: 'chain', path: '/token', field: 'refresh_token', pool }
  const members = ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type']
  return { feed, expect: { status: 200, members } }
}

function betterAuth(
  name: string,
  title: string,
  difference: string,
  extraOf: (baseUrl: string) => Readonly<Record<string, string>>,
): Contestant {
  return {
    name,
    title,
    engine: 'sqlite',
    works: ['token'],
    does: `better-auth with \`@better-auth/oauth-provider\` on SQLite under a plain \`node:http\` server, 64 clients. ${difference}`,
    omits:
      'No refresh token for a program, no access log; its rate limit is switched off, since everybody asks from one address.',
    prepare: async (site) => () =>
      startPeer(site, 'better-auth', async (_work, { target, child }) => {
        const clients = child.facts.clients as readonly Client[]
        const form = { grant_type: 'client_credentials', scope: 'sso', ...extraOf(`http://${target.host}`) }
        const requests = clients.map((client) => formRequest(target, '/api/auth/oauth2/token', { ...form, ...client }))
        const members = ['access_token', 'expires_at', 'expires_in', 'scope', 'token_type']
        return { feed: { kind: 'cycle', requests }, expect: { status: 200, members } }
      }),
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type LoadGrant, type ShowPage } from 'oidc-provider'
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
import { html } from '#lib/kernel/html.ts'

/** A user of the company. `groups`: what the provider tells of them. */
export type CompanyUser = Readonly<{
  id: string
  name: string
  email: string
  isEmailVerified?: boolean
  groups?: readonly string[]
  /** How the user signs in there. */
  amr?: readonly string[]
}>

export type CompanyProviderOptions = Readonly<{
  port: number
  users: readonly CompanyUser[]
  /** The server that signs users in here, and its provider's ID there. */
  client: Readonly<{ baseUrl: string; providerId: string; isByKey?: boolean }>
}>

export const companyClient = { clientId: 'latchkey', secret: 'a-secret-of-the-demonstration' } as const

export type CompanyProvider = Readonly<{ issuer: string; server: Server; stop: () => Promise<void> }>

const scopes = ['openid', 'profile', 'email', 'groups']

/**
 * A real OpenID Connect provider on this machine, whose users sign in by a click: for the demonstration and for tests.
 */
export async function startCompanyProvider({ port, users, client }: CompanyProviderOptions): Promise<CompanyProvider> {
  const issuer = `http://localhost:${port}`
  const provider = new Provider(issuer, await configure(users, client))
  const answer = provider.callback()
  const server = createServer((request, response) => {
    respond(provider, answer, { users, request, response }).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, 'localhost', resolve))
  return {
    issuer,
    server,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const loadExistingGrant: LoadGrant = async ({
  oidc: {
    provider,
    client: { clientId },
    session,
  },
}) => {
  const grant = new provider.Grant({ clientId, accountId: session.accountId })
  grant.addOIDCScope(scopes.join(' '))
  await grant.save()
  return grant
}

async function configure(
  users: readonly CompanyUser[],
  { baseUrl, providerId, isByKey }: CompanyProviderOptions['client'],
) {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    clients: [
      {
        client_id: companyClient.clientId,
        ...(isByKey
          ? { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `${baseUrl}/.well-known/jwks.json` }
          : { client_secret: companyClient.secret }),
        redirect_uris: [`${baseUrl}/sign-in/provider/${providerId}/callback`],
        post_logout_redirect_uris: [`${baseUrl}/sign-in`],
        backchannel_logout_uri: `${baseUrl}/auth/v1/back-channel-logout/${providerId}`,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'company', use: 'sig', alg: 'ES256' }] },
    findAccount: (_context: unknown, id: string) => {
      const user = users.find((known) => known.id === id)
      return user && { accountId: id, claims: async () => claimsOf(user) }
    },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes,
    conformIdTokenClaims: false,
    loadExistingGrant,
    interactions: { url: (_context: unknown, { uid }: Readonly<{ uid: string }>) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the demonstration'] },
    // Under its own name it warns that it forgets everything, which suits a demonstration.
    adapter: class extends MemoryAdapter {},
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: askToSignOut, postLogoutSuccessSource: showSignedOut },
    },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 3_600, Session: 3_600, AccessToken: 600, IdToken: 600 },
    // Its own one refuses this machine.
    fetch: (url: string, { method, headers, body }: RequestInit) =>
      fetch(url, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }),
  }
}

const askToSignOut: ShowPage = async (context, form) => {
  context.body = `<!doctype html><title>Sign out</title><h1>Sign out at the company?</h1>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
}

const showSignedOut: ShowPage = async (context) => {
  context.body = '<!doctype html><title>Signed out</title><h1>You are signed out at the company.</h1>'
}

function claimsOf({ id, name, email, isEmailVerified = true, groups }: CompanyUser) {
  return { sub: id, name, email, email_verified: isEmailVerified, ...(groups && { groups }) }
}

type Exchange = Readonly<{ users: readonly CompanyUser[]; request: IncomingMessage; response: ServerResponse }>

async function respond(
  provider: Provider,
  answer: ReturnType<Provider['callback']>,
  { users, request, response }: Exchange,
): Promise<void> {
  const isInteraction = request.url?.startsWith('/interaction/')
  if (isInteraction && request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('user') ?? ''
    const amr = users.find(({ id }) => id === accountId)?.amr
    return provider.interactionFinished(request, response, { login: { accountId, ...(amr && { amr }) } })
  }
  if (isInteraction) return showPage(response, 'Who signs in?', users)
  if (request.url === '/') return showPage(response, 'Your company', [])
  return answer(request, response)
}

function showPage(response: ServerResponse, title: string, users: readonly CompanyUser[]): void {
  const buttons = users.map(
    ({ id, name, email }) => html`<p><button name="user" value="${id}">${name}</button> ${email}</p>`,
  )
  const page = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px/1.5 system-ui;max-width:30rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}</style>
<h1>${title}</h1><form method="post">${buttons}</form><p><a href="/session/end">Sign out at the company</a></p></html>`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.markup)
}

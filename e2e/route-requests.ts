import type { KeyScope } from '#lib/api-keys/scopes.ts'
import type { EndpointAddress } from '#lib/gateway/endpoint-table.ts'
import { expect, issueTokens, product, requestGrantUrl, type TestKey, type World } from './fixtures.ts'
import type { Ground } from './ground.ts'
import { type Answer, type Asked, ask, form, formType } from './http-client.ts'

/** Builds a request, each time a new one, because some credentials work once. */
export type Good = (ground: Ground) => Asked | Promise<Asked>

/** Successful requests by path. */
export const successfulRequests: Readonly<Record<EndpointAddress, Readonly<Record<string, Good>>>> = {
  '/auth/v1/token': {
    'a key’s credentials': ({ key }) => post('/auth/v1/token', credentialsOf(key)),
    'a refresh token': async ({ key }) => {
      const { refreshToken } = await issueTokens(key)
      return post('/auth/v1/token', { grantType: 'refresh_token', clientId: key.owner.username, refreshToken })
    },
    'a key’s credentials, as the standard spells them': ({ key }) =>
      post('/auth/v1/token', { grant_type: 'client_credentials', ...standardCredentialsOf(key) }),
  },
  '/auth/v1/revoke': {
    'a refresh token': async ({ key }) => {
      const { refreshToken } = await issueTokens(key)
      return post('/auth/v1/revoke', { token: refreshToken, client_id: key.keyId })
    },
    'what is no token': ({ key }) => post('/auth/v1/revoke', { token: 'x', ...standardCredentialsOf(key) }),
  },
  '/auth/v1/introspect': {
    'an access token': ({ askingKey, tokens }) =>
      post('/auth/v1/introspect', { token: tokens.accessToken, ...standardCredentialsOf(askingKey) }),
    'what is no token': ({ askingKey }) =>
      post('/auth/v1/introspect', { token: 'x', ...standardCredentialsOf(askingKey) }),
  },
  '/auth/v1/keys/rotate': {
    'a rotatable key': async ({ world, key }) => {
      const { keyId, secret } = await world.createKey(key.owner, ['sso'], 'Rotatable', true)
      return { method: 'POST', path: '/auth/v1/keys/rotate', headers: basicOf(keyId, secret) }
    },
  },
  '/auth/v1/sso': {
    'an access token': ({ account, tokens }) =>
      post('/auth/v1/sso', { accountId: account.id }, { Authorization: `Bearer ${tokens.accessToken}` }),
  },
  // A provider alone has a token that is accepted; `company-sign-in.spec.ts` sends one.
  '/auth/v1/back-channel-logout/[providerId]': {},
  '/api/v1/account-groups': {
    'a page': read('accounts:read', () => '/api/v1/account-groups?limit=1&search=nobody-has-this'),
  },
  '/api/v1/account-groups/[groupId]': {
    'a group': read(
      'accounts:read',
      async ({ world, account }) => `/api/v1/account-groups/${await world.makeGroup(account)}`,
    ),
  },
  '/api/v1/account-groups/[groupId]/accounts': {
    'the accounts of a group': read(
      'accounts:read',
      async ({ world, account }) => `/api/v1/account-groups/${await world.makeGroup(account)}/accounts`,
    ),
  },
  '/api/v1/account-groups/[groupId]/accounts/[accountId]': {
    'an account of a group': read(
      'accounts:read',
      async ({ world, account }) => `/api/v1/account-groups/${await world.makeGroup(account)}/accounts/${account.id}`,
    ),
  },
  '/api/v1/accounts': { 'a page': read('accounts:read', () => '/api/v1/accounts?limit=2&locale=xx-zz') },
  '/api/v1/accounts/import': {
    'no lines': async ({ world }) => {
      const headers = { ...(await bearerFor(world, ['accounts:write'])), 'Content-Type': 'application/x-ndjson' }
      return { method: 'POST', path: '/api/v1/accounts/import', headers, body: '' }
    },
  },
  '/api/v1/accounts/[accountId]': {
    'an account': read('accounts:read', ({ account }) => `/api/v1/accounts/${account.id}`),
  },
  '/api/v1/users': { 'a page': read('users:read', () => '/api/v1/users?limit=1&search=nobody-has-this') },
  '/api/v1/users/[userId]': { 'a user': read('users:read', ({ key }) => `/api/v1/users/${key.owner.id}`) },
  '/api/v1/keys': { 'a page': read('keys:read', () => '/api/v1/keys?limit=1&search=nobody-has-this') },
  '/api/v1/keys/[keyId]': { 'a key': read('keys:read', ({ key }) => `/api/v1/keys/${key.keyId}`) },
  '/api/v1/keys/[keyId]/hand-over': {
    'the withdrawal of a link': remove('keys:write', async ({ world, key }) => {
      const handedOver = await world.createKey(key.owner)
      await world.handOverKey(handedOver)
      return `/api/v1/keys/${handedOver.keyId}/hand-over`
    }),
  },
  '/api/v1/keys/[keyId]/rehearsal': {
    'the end of a rehearsal': remove('keys:write', ({ key }) => `/api/v1/keys/${key.keyId}/rehearsal`),
  },
  '/api/v1/keys/[keyId]/secrets/[secretId]': {
    'the retirement of a secret': remove('keys:write', async ({ world, key }) => {
      const rotated = await world.createKey(key.owner)
      return `/api/v1/keys/${rotated.keyId}/secrets/${await world.rotateKey(rotated)}`
    }),
  },
  '/api/v1/keys/[keyId]/secrets': {
    'the secrets of a key': read('keys:read', ({ askingKey }) => `/api/v1/keys/${askingKey.keyId}/secrets`),
  },
  '/api/v1/keys/[keyId]/usage': {
    'the usage of a key': read('keys:read', ({ askingKey }) => `/api/v1/keys/${askingKey.keyId}/usage?period=day`),
  },
  '/api/v1/return-addresses': { 'a page': read('return-addresses:read', () => '/api/v1/return-addresses?limit=1') },
  '/api/v1/return-addresses/[origin]': {
    'a return address': read(
      'return-addresses:read',
      async ({ world }) => `/api/v1/return-addresses/${encodeURIComponent(await world.allowReturnOrigin())}`,
    ),
  },
  '/api/v1/sessions': {
    'the sessions of a user': read('sessions:write', ({ key }) => `/api/v1/sessions?limit=1&userId=${key.owner.id}`),
  },
  '/api/v1/sessions/[sessionId]': {
    'an open session': async (ground) => {
      // Of a user of its own: other requests open and end sessions at the same time.
      const user = await ground.world.createPerson('agent', [ground.account])
      follow(await ask({ method: 'GET', path: await makeLink(ground, await ground.world.createKey(user)) }))
      const headers = await bearerFor(ground.world, ['sessions:write'])
      const { body } = await ask({ method: 'GET', path: `/api/v1/sessions?userId=${user.id}`, headers })
      return { method: 'DELETE', path: `/api/v1/sessions/${JSON.parse(body).items[0].id}`, headers }
    },
  },
  '/api/v1/settings': { 'the settings': read('settings:read', () => '/api/v1/settings') },
  '/api/v1/webhooks': { 'a page': read('webhooks:read', () => '/api/v1/webhooks?limit=1') },
  '/api/v1/webhooks/[webhookId]': {
    'a webhook': read('webhooks:read', async ({ world }) => `/api/v1/webhooks/${await world.makeWebhook()}`),
  },
  '/api/v1/webhooks/[webhookId]/deliveries': {
    'the state of deliveries': read(
      'webhooks:read',
      async ({ world }) => `/api/v1/webhooks/${await world.makeWebhook()}/deliveries`,
    ),
  },
  '/api/v1/webhooks/[webhookId]/replays': {
    'the first event': async ({ world }) => {
      const headers = { ...(await bearerFor(world, ['webhooks:write'])), 'Content-Type': 'application/json' }
      const path = `/api/v1/webhooks/${await world.makeWebhook()}/replays`
      return { method: 'POST', path, headers, body: '{"from":1}' }
    },
  },
  // Of two rotations, one succeeds; `lib/endpoints/webhooks.test.ts` sends them.
  '/api/v1/webhooks/[webhookId]/secrets': {},
  '/api/v1/webhooks/[webhookId]/secrets/former': {
    'no former secret': async ({ world }) => {
      const headers = await bearerFor(world, ['webhooks:write'])
      return { method: 'DELETE', path: `/api/v1/webhooks/${await world.makeWebhook()}/secrets/former`, headers }
    },
  },
  // Each response has a duration of its own; `lib/endpoints/webhooks.test.ts` sends tests.
  '/api/v1/webhooks/[webhookId]/tests': {},
  '/api/v1/events': {
    'the oldest events': async ({ readingKey }) => {
      const { accessToken } = await issueTokens(readingKey)
      const headers = { Authorization: `Bearer ${accessToken}` }
      return { method: 'GET', path: '/api/v1/events?limit=2&kind=user.created,account.created', headers }
    },
  },
  '/api/v1/grants': {
    'the links of an unknown account': read('grants:read', () => '/api/v1/grants?limit=2&accountId=nowhere'),
  },
  '/api/v1/grants/[grantId]': {
    'a link’s receipt': async ({ account, key }) => {
      const { accessToken } = await issueTokens(key)
      const headers = { Authorization: `Bearer ${accessToken}` }
      const issued = await ask(post('/auth/v1/sso', { accountId: account.id }, headers))
      return { method: 'GET', path: `/api/v1/grants/${issued.headers['latchkey-grant-id']}`, headers }
    },
  },
  '/api/v1/refusals': {
    'refusals of long ago': read('events:read', () => '/api/v1/refusals?limit=2&until=2020-01-01T00:00:00Z'),
  },
  '/api/v1/refusals/[requestId]': {
    'a refusal of the key': async ({ key, tokens }) => {
      const refused = await ask(post('/auth/v1/token', { ...credentialsOf(key), clientSecret: 'x' }))
      const { requestId } = JSON.parse(refused.body)
      const headers = { Authorization: `Bearer ${tokens.accessToken}` }
      const request = { method: 'GET', path: `/api/v1/refusals/${requestId}`, headers }
      await expect.poll(async () => (await ask(request)).status).toBe(200)
      return request
    },
  },
  '/scim/v2/[[...path]]': {
    'a page of users': async ({ world }) => {
      const { keyId, secret } = await world.createKey(await world.createPerson('admin'), ['scim'])
      const headers = { Authorization: `Bearer ${keyId}.${secret}` }
      return { method: 'GET', path: '/scim/v2/Users?filter=userName%20eq%20%22nobody%22', headers }
    },
  },
  '/auth/v1/verify': {
    'an open account': async (ground) => verify(await openAccount(ground)),
    'an open account, asked by nginx': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      const headers = { Cookie, 'X-Original-URI': `${path}/orders/7%20a?to=//b` }
      return { method: 'GET', path: '/auth/v1/verify', headers }
    },
  },
  '/sso': { 'a link': async (ground) => ({ method: 'GET', path: await makeLink(ground, ground.key) }) },
  '/sso/confirm': {
    'the question': async (ground) => {
      const { path, Cookie } = await beAsked(ground)
      return { method: 'GET', path, headers: { Cookie } }
    },
    'the answer that keeps': (ground) => answerQuestion(ground, 'keep'),
    'the answer that switches': (ground) => answerQuestion(ground, 'switch'),
  },
  '/clear-cookies': {
    'its form': () => post('/clear-cookies', {}, { Origin: product.baseUrl }),
  },
  '/livez': { 'the process': () => ({ method: 'GET', path: '/livez' }) },
  '/readyz': { 'the process': () => ({ method: 'GET', path: '/readyz' }) },
  '/.well-known/oauth-authorization-server': {
    'the metadata': () => ({ method: 'GET', path: '/.well-known/oauth-authorization-server' }),
  },
  '/.well-known/openid-configuration': {
    'the discovery document': () => ({ method: 'GET', path: '/.well-known/openid-configuration' }),
  },
  '/.well-known/latchkey-journal': {
    'the checkpoint': () => ({ method: 'GET', path: '/.well-known/latchkey-journal' }),
  },
  '/.well-known/jwks.json': { 'the keys': () => ({ method: 'GET', path: '/.well-known/jwks.json' }) },
  '/openapi.json': { 'the description': () => ({ method: 'GET', path: '/openapi.json' }) },
  '/api-reference': { 'the page': () => ({ method: 'GET', path: '/api-reference' }) },
  '/organization/logo/[digest]': {
    'the logo': async ({ world }) => ({ method: 'GET', path: await world.showLogo() }),
  },
  '/organization/accent/[color]': {
    'a color': () => ({ method: 'GET', path: '/organization/accent/0a5fb4' }),
  },
  '/users-and-access/keys/[keyId]/live': {
    'the headers of the stream': ({ key, managing }) => ({
      method: 'HEAD',
      path: `/users-and-access/keys/${key.keyId}/live`,
      headers: { Cookie: managing },
    }),
  },
  '/launch/[accountId]': {
    'somebody signed in': ({ account, signedIn }) => ({
      method: 'GET',
      path: `/launch/${account.id}`,
      headers: { Cookie: signedIn },
    }),
  },
  '/accounts/[accountId]/-/end': {
    'an open account': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      return post(`${path}/-/end`, {}, { Cookie, Origin: product.baseUrl })
    },
    'the page that ends it': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      return { method: 'GET', path: `${path}/-/end`, headers: { Cookie } }
    },
  },
  '/accounts/[accountId]/-/status': {
    'an open account': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      return { method: 'GET', path: `${path}/-/status`, headers: { Cookie } }
    },
  },
  '/accounts/[accountId]/[[...path]]': {
    'an open account': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      return { method: 'GET', path, headers: { Cookie } }
    },
    'a place in an open account': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      return { method: 'GET', path: `${path}/orders/7%20a?page=2`, headers: { Cookie, 'Accept-Language': 'de' } }
    },
  },
}

type ToPath = (ground: Ground) => string | Promise<string>

/** A request of a key with this scope. */
function read(scope: KeyScope, toPath: ToPath, method: 'GET' | 'DELETE' = 'GET'): Good {
  return async (ground) => {
    const headers = await bearerFor(ground.world, [scope])
    return { method, path: await toPath(ground), headers }
  }
}

function remove(scope: KeyScope, toPath: ToPath): Good {
  return read(scope, toPath, 'DELETE')
}

async function bearerFor(world: World, scopes: KeyScope[]): Promise<Record<string, string>> {
  const { accessToken } = await issueTokens(await world.createKey(await world.createPerson('admin'), scopes))
  return { Authorization: `Bearer ${accessToken}` }
}

export function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Asked {
  return { method: 'POST', path, headers: { ...formType, ...headers }, body: form(fields) }
}

export function credentialsOf({ keyId, secret }: TestKey): Record<string, string> {
  return { grantType: 'client_credentials', clientId: keyId, clientSecret: secret }
}

function standardCredentialsOf({ keyId, secret }: TestKey): Record<string, string> {
  return { client_id: keyId, client_secret: secret }
}

/** An unused link, as a path. */
export async function makeLink({ account }: Ground, key: TestKey): Promise<string> {
  return toPath(await requestGrantUrl(await issueTokens(key), account))
}

export type Opened = Readonly<{ path: string; Cookie: string }>

/** A forward-auth request of Caddy and Traefik. */
export function verify({ path, Cookie }: Opened): Asked {
  return { method: 'GET', path: '/auth/v1/verify', headers: { Cookie, 'X-Forwarded-Uri': path } }
}

/** Opens the account in a new browser. */
export async function openAccount(ground: Ground): Promise<Opened> {
  return follow(await ask({ method: 'GET', path: await makeLink(ground, ground.key) }))
}

/** Opens the account in a new browser, then a link of another user. @returns the confirmation request */
async function beAsked(ground: Ground): Promise<Opened> {
  const { Cookie } = await openAccount(ground)
  const path = await makeLink(ground, ground.otherKey)
  const answer = await ask({ method: 'GET', path, headers: { Cookie } })
  return { ...follow(answer), Cookie }
}

async function answerQuestion(ground: Ground, choice: 'keep' | 'switch'): Promise<Asked> {
  const { path, Cookie } = await beAsked(ground)
  const session = new URL(path, product.baseUrl).searchParams.get('session') ?? ''
  return post('/sso/confirm', { session, choice }, { Cookie, Origin: product.baseUrl })
}

function follow({ status, headers }: Answer): Opened {
  expect(status).toBe(303)
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0])
  return { path: toPath(String(headers.location)), Cookie: cookies.join('; ') }
}

function toPath(address: string): string {
  const { pathname, search } = new URL(address, product.baseUrl)
  return pathname + search
}

function basicOf(keyId: string, secret: string): Readonly<{ Authorization: string }> {
  return { Authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}` }
}

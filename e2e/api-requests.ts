import type { EndpointAddress } from '#lib/web/gateway/endpoint-table.ts'
import { groupOf, webhookOf } from './api-resources.ts'
import { expect, issueTokens } from './fixtures.ts'
import { ask } from './http-client.ts'
import { bearerFor, credentialsOf, follow, type Good, makeLink, post, read, remove } from './request-builders.ts'

type ApiAddress = Extract<EndpointAddress, `/api/v1/${string}`>

/** Successful requests of the management API by path. */
export const apiRequests: Readonly<Record<ApiAddress, Readonly<Record<string, Good>>>> = {
  '/api/v1/account-groups': {
    'a page': read('accounts:read', () => '/api/v1/account-groups?limit=1&search=nobody-has-this'),
  },
  '/api/v1/account-groups/[groupId]': {
    'a group': read(
      'accounts:read',
      async ({ world, account }) => `/api/v1/account-groups/${await groupOf(world, account)}`,
    ),
  },
  '/api/v1/account-groups/[groupId]/accounts': {
    'the accounts of a group': read(
      'accounts:read',
      async ({ world, account }) => `/api/v1/account-groups/${await groupOf(world, account)}/accounts`,
    ),
  },
  '/api/v1/account-groups/[groupId]/accounts/[accountId]': {
    'an account of a group': read(
      'accounts:read',
      async ({ world, account }) => `/api/v1/account-groups/${await groupOf(world, account)}/accounts/${account.id}`,
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
      const bearer = () => bearerFor(ground.world, ['sessions:write'])
      const path = `/api/v1/sessions?userId=${user.id}`
      const { body } = await ask({ method: 'GET', path, headers: await bearer() })
      // By another key: both servers count its first request.
      return { method: 'DELETE', path: `/api/v1/sessions/${JSON.parse(body).items[0].id}`, headers: await bearer() }
    },
  },
  '/api/v1/settings': { 'the settings': read('settings:read', () => '/api/v1/settings') },
  '/api/v1/webhooks': { 'a page': read('webhooks:read', () => '/api/v1/webhooks?limit=1') },
  '/api/v1/webhooks/[webhookId]': {
    'a webhook': read('webhooks:read', async ({ world }) => `/api/v1/webhooks/${await webhookOf(world)}`),
  },
  '/api/v1/webhooks/[webhookId]/deliveries': {
    'the state of deliveries': read(
      'webhooks:read',
      async ({ world }) => `/api/v1/webhooks/${await webhookOf(world)}/deliveries`,
    ),
  },
  '/api/v1/webhooks/[webhookId]/replays': {
    'the first event': async ({ world }) => {
      const headers = { ...(await bearerFor(world, ['webhooks:write'])), 'Content-Type': 'application/json' }
      const path = `/api/v1/webhooks/${await webhookOf(world)}/replays`
      return { method: 'POST', path, headers, body: '{"from":1}' }
    },
  },
  // Of two rotations, one succeeds; `lib/web/endpoints/webhooks.test.ts` sends them.
  '/api/v1/webhooks/[webhookId]/secrets': {},
  '/api/v1/webhooks/[webhookId]/secrets/former': {
    'no former secret': async ({ world }) => {
      const headers = await bearerFor(world, ['webhooks:write'])
      return { method: 'DELETE', path: `/api/v1/webhooks/${await webhookOf(world)}/secrets/former`, headers }
    },
  },
  // Each response has a duration of its own; `lib/web/endpoints/webhooks.test.ts` sends tests.
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
}

import type { EndpointAddress } from '#lib/web/gateway/endpoint-table.ts'
import { apiRequests } from './api-requests.ts'
import { issueTokens, product } from './fixtures.ts'
import {
  answerQuestion,
  basicOf,
  beAsked,
  credentialsOf,
  type Good,
  makeLink,
  openAccount,
  post,
  standardCredentialsOf,
  verify,
} from './request-builders.ts'

/** Successful requests by path. */
export const successfulRequests: Readonly<Record<EndpointAddress, Readonly<Record<string, Good>>>> = {
  ...apiRequests,
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
  // Only a provider has a token that is accepted; `company-sign-in.spec.ts` sends one.
  '/auth/v1/back-channel-logout/[providerId]': {},
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
  '/.well-known/change-password': {
    'the redirect': () => ({ method: 'GET', path: '/.well-known/change-password' }),
  },
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
  '/api-reference/[[...page]]': { 'the quickstart': () => ({ method: 'GET', path: '/api-reference' }) },
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

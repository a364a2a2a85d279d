import { expect } from 'vitest'
import { revokeApiKey } from '../../../lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { createUser } from '../../../lib/domain/people/users/create-user.ts'
import { withServices } from '../../resilience/harness/databases.ts'
import { testOperator } from '../../resilience/harness/fixtures.ts'
import type { Send } from '../../resilience/harness/http.ts'
import {
  askGrant,
  askRefresh,
  askTokens,
  openGrant,
  readGrantUrl,
  readTokens,
} from '../../resilience/harness/protocol.ts'
import { addKey } from '../harness/operator.ts'
import type { Product } from '../harness/product.ts'
import type { Journey } from './journeys.ts'
import { expectOpening } from './opening.ts'
import { expectRefused } from './refusal.ts'

/** Documents that anyone may read and cache. */
const publicDocuments = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/jwks.json',
  '/.well-known/latchkey-journal',
  '/openapi.json',
]

export const published = [...publicDocuments, '/livez', '/readyz']

export const openAccount: Journey = async (send, product) => {
  const issued = await askTokens(send, product)
  const refreshed = await askRefresh(send, product.username, readTokens(issued).refreshToken)
  const granted = await askGrant(send, readTokens(refreshed).accessToken, product.accountId)
  const opened = await openGrant(send, readGrantUrl(granted))
  const openedAgain = await openGrant(send, readGrantUrl(granted))
  const refused = await askTokens(send, { ...product, secret: 'wrong' })
  expectOpening({ issued, refreshed, granted, opened, openedAgain, refused }, product)
}

/** It ends the family. */
export const useOldRefreshToken: Journey = async (send, { username, ...key }) => {
  const first = readTokens(await askTokens(send, key)).refreshToken
  const second = readTokens(await askRefresh(send, username, first)).refreshToken
  const third = readTokens(await askRefresh(send, username, second)).refreshToken
  for (const token of [first, third]) expectRefused(await askRefresh(send, username, token), 400, 'invalid_grant')
}

/** A preview uses nothing up; an edited link is refused, and burned. */
export const lookAtLinks: Journey = async (send, product) => {
  const path = await makeLink(send, product)
  expect((await send({ path, headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(204)
  expect((await send({ path, method: 'HEAD' })).status).toBe(204)
  for (const spelling of [`${path}x`, path]) expect((await send({ path: spelling })).status).toBe(403)
}

async function makeLink(send: Send, product: Product): Promise<string> {
  const { accessToken } = readTokens(await askTokens(send, product))
  const { pathname, search } = new URL(readGrantUrl(await askGrant(send, accessToken, product.accountId)))
  return pathname + search
}

export const readPublished: Journey = async (send) => {
  for (const path of published) expect((await send({ path })).status, path).toBe(200)
  for (const path of publicDocuments) {
    const { headers } = await send({ path })
    const cached = await send({ path, headers: { 'If-None-Match': String(headers.etag) } })
    expect(cached, path).toMatchObject({ status: 304, body: '' })
  }
}

/** A proxy in front of an application checks for a session (forward auth). */
export const askAsProxy: Journey = async (send, product) => {
  const ask = (headers: Record<string, string>) => send({ path: '/auth/v1/verify', headers })
  const address = { 'X-Original-URI': `/accounts/${product.accountId}/orders?page=2` }
  const { headers } = await send({ path: await makeLink(send, product) })
  // Prism's proxy joins the two `Set-Cookie` headers into one.
  const cookies = String(headers['set-cookie']).match(/\blatchkey-[a-z]+=[^;,]+/g) ?? []
  const Cookie = cookies.join('; ')
  const allowed = await ask({ ...address, Cookie })
  expect(allowed).toMatchObject({ status: 200, body: '', headers: { 'x-latchkey-account': product.accountId } })
  expectRefused(await ask(address), 401, 'unauthorized')
  // In another browser each of its cookies is worth nothing.
  for (const alone of cookies) expectRefused(await ask({ ...address, Cookie: alone }), 401, 'unauthorized')
  expectRefused(await ask({ 'X-Original-URI': '/accounts/other', Cookie }), 401, 'unauthorized')
}

/** Everything that the key was good for ends with it. */
export const useRevokedKey: Journey = async (send, product) => {
  const key = await addKey(product.variables, product.username, { name: 'Doomed' })
  const { accessToken, refreshToken } = readTokens(await askTokens(send, key))
  const granted = await askGrant(send, accessToken, product.accountId)
  // A key that may only open accounts asks about nothing.
  const form = { clientId: key.keyId, clientSecret: key.secret, token: accessToken }
  expectRefused(await send({ path: '/auth/v1/introspect', form }), 403, 'insufficient_scope')
  await withServices(product.variables, (services) => revokeApiKey(services, testOperator, key.keyId))
  expectRefused(await askTokens(send, key), 401, 'invalid_client')
  expectRefused(await askRefresh(send, product.username, refreshToken), 400, 'invalid_grant')
  expectRefused(await askGrant(send, accessToken, product.accountId), 401, 'invalid_token')
  expect((await openGrant(send, readGrantUrl(granted))).status).toBe(403)
}

/** A program of an admin follows the events; nobody else's does. */
export const readEvents: Journey = async (send, product) => {
  const reader = await makeReader(product)
  const ask = (query: string, headers: Record<string, string>) => send({ path: `/api/v1/events${query}`, headers })
  const bearer = async (key: Readonly<{ keyId: string; secret: string }>) => ({
    Authorization: `Bearer ${readTokens(await askTokens(send, key)).accessToken}`,
  })
  const headers = await bearer(reader)
  const first = JSON.parse((await ask('?limit=2', headers)).body)
  expect(first.events.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2])
  const rest = await ask(`?after=${first.next}&wait=1&kind=api_key.generated,user.created`, headers)
  expect(rest.status).toBe(200)
  expectRefused(await ask('?after=999999999', headers), 410, 'unknown_position')
  for (const query of ['?after=-1', '?limit=0', '?wait=31', '?kind=no.such', '?after=1&after=2']) {
    expectRefused(await ask(query, headers), 400, 'invalid_request')
  }
  expectRefused(await ask('', {}), 401, 'unauthorized')
  expectRefused(await ask('', { Authorization: 'Bearer a.b.c' }), 401, 'invalid_token')
  expectRefused(await ask('', await bearer(product)), 403, 'insufficient_scope')
  // Of one key, five requests may wait.
  const { next } = JSON.parse((await ask('?limit=1000', headers)).body)
  const waiting = Array.from({ length: 7 }, () => ask(`?after=${next}&wait=2&kind=database.restored`, headers))
  expect((await Promise.all(waiting)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
}

async function makeReader({ variables }: Product) {
  const reader = { username: 'reader', email: 'reader@example.com', name: 'R', role: 'admin' } as const
  await withServices(variables, (services) =>
    createUser(services, testOperator, { ...reader, accountScope: 'all', accountIds: [] }),
  )
  return addKey(variables, reader.username, { name: 'Events', scopes: ['events:read'] })
}

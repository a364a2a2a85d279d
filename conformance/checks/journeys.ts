import { expect } from 'vitest'
import { grantRefusals, type Refused, ssoRefusals, tokenRefusals } from '../../e2e/refused-requests.ts'
import type { Answer, Ask, Send } from '../../trials/rig/http.ts'
import { askGrant, askRefresh, askTokens, openGrant, readGrantUrl, readTokens } from '../../trials/rig/protocol.ts'
import type { Product } from '../rig/product.ts'
import { expectOpening, type PlainAnswer } from './opening.ts'
import { refusedTokenRequests, spellStandard } from './refused-requests.ts'

/** What programs and browsers ask of the product's endpoints, by name: what is good, and what is refused. */
export const journeys: Readonly<Record<string, (send: Send, product: Product) => Promise<void>>> = {
  'into an account': openAccount,
  'an old refresh token': useOldRefreshToken,
  'links that are not opened': touchLinks,
  'token requests that are refused': (send) => askRefused(send, '/auth/v1/token', tokenRefusals),
  'link requests that are refused': (send) => askRefused(send, '/auth/v1/sso', ssoRefusals),
  'links that are refused': askRefusedLinks,
  'refusals in both spellings': askInBothSpellings,
  'too many failures': failTooOften,
  'what anybody may read': readPublished,
  launches: launch,
}

async function openAccount(send: Send, product: Product): Promise<void> {
  const issued = await askTokens(send, product)
  const refreshed = await askRefresh(send, product.username, readTokens(issued).refreshToken)
  const granted = await askGrant(send, readTokens(refreshed).accessToken, product.accountId)
  const opened = await openGrant(send, readGrantUrl(granted))
  const openedAgain = await openGrant(send, readGrantUrl(granted))
  const refused = await askTokens(send, { ...product, secret: 'wrong' })
  const answers = Object.entries({ issued, refreshed, granted, opened, openedAgain, refused })
  const steps = Object.fromEntries(answers.map(([name, answer]) => [name, toPlain(answer)]))
  expectOpening(steps as Parameters<typeof expectOpening>[0], product)
}

async function useOldRefreshToken(send: Send, { username, ...key }: Product): Promise<void> {
  const first = readTokens(await askTokens(send, key)).refreshToken
  const second = readTokens(await askRefresh(send, username, first)).refreshToken
  const third = readTokens(await askRefresh(send, username, second)).refreshToken
  for (const token of [first, third]) expectRefused(await askRefresh(send, username, token), 400, 'invalid_grant')
}

/** A preview uses nothing up; an edited link is refused and burned. */
async function touchLinks(send: Send, product: Product): Promise<void> {
  const path = await makeLink(send, product)
  expect((await send({ path, headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(204)
  expect((await send({ path, method: 'HEAD' })).status).toBe(204)
  expect((await send({ path: `${path}x` })).status).toBe(403)
  expect((await send({ path })).status).toBe(403)
  expect((await send({ path, method: 'POST' })).status).toBe(405)
}

async function askRefused(send: Send, path: string, requests: readonly Refused[]): Promise<void> {
  for (const [, asked, status, error] of requests) {
    // As in the journeys of `e2e`: a form, unless told otherwise.
    expectRefused(await send({ path, method: 'POST', ...asked } as Ask), status, error)
  }
}

async function askRefusedLinks(send: Send, product: Product): Promise<void> {
  const { accessToken } = readTokens(await askTokens(send, product))
  const headers = { Authorization: `Bearer ${accessToken}` }
  for (const [, fields, status, error] of grantRefusals) {
    const entries = Object.entries(fields).map(([name, value]) => [name, value.replace('ACCOUNT', product.accountId)])
    expectRefused(await send({ path: '/auth/v1/sso', form: Object.fromEntries(entries), headers }), status, error)
  }
}

async function askInBothSpellings(send: Send, product: Product): Promise<void> {
  for (const { name: _, status, error, path = '/auth/v1/token', ...asked } of refusedTokenRequests(product)) {
    expectRefused(await send({ method: 'POST', path, ...asked }), status, error)
    const standard = { path: spellStandard(path), ...(asked.body !== undefined && { body: spellStandard(asked.body) }) }
    expectRefused(await send({ method: 'POST', ...asked, ...standard }), status, error)
  }
}

/** From one address, which nobody else comes from. */
async function failTooOften(send: Send): Promise<void> {
  const form = { grantType: 'client_credentials', clientId: 'lkid_00000000000000000000', clientSecret: 'x' }
  const ask = { path: '/auth/v1/token', form, headers: { 'X-Forwarded-For': '203.0.113.77' } }
  for (const _time of Array.from({ length: 20 })) expectRefused(await send(ask), 401, 'invalid_client')
  const refused = await send(ask)
  expectRefused(refused, 429, 'too_many_requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
}

async function readPublished(send: Send): Promise<void> {
  const paths = [
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
    '/openapi.json',
    '/livez',
    '/readyz',
  ]
  for (const path of paths) expect((await send({ path })).status, path).toBe(200)
}

/** By somebody who is not signed in. */
async function launch(send: Send, { accountId }: Product): Promise<void> {
  const path = `/launch/${accountId}`
  expect((await send({ path })).status).toBe(303)
  expect((await send({ path, headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(204)
}

async function makeLink(send: Send, product: Product): Promise<string> {
  const { accessToken } = readTokens(await askTokens(send, product))
  const { pathname, search } = new URL(readGrantUrl(await askGrant(send, accessToken, product.accountId)))
  return pathname + search
}

function expectRefused({ status, body }: Answer, expected: number, error: string): void {
  expect({ status, error: JSON.parse(body).error }).toEqual({ status: expected, error })
}

function toPlain({ status, headers, body }: Answer): PlainAnswer {
  return {
    status,
    location: String(headers.location ?? '') || null,
    cookies: [headers['set-cookie'] ?? []].flat(),
    body,
  }
}

import { expect } from 'vitest'
import { grantRefusals, type Refused, ssoRefusals, tokenRefusals } from '../../../e2e/refused-requests.ts'
import { type Ask, formType, type Send } from '../../resilience/harness/http.ts'
import { askTokens, readTokens } from '../../resilience/harness/protocol.ts'
import type { Journey } from './journeys.ts'
import { published } from './program-journeys.ts'
import { expectRefused } from './refusal.ts'
import { inStandardSpelling, refusedRequests } from './refused-requests.ts'

const forms = ['/auth/v1/token', '/auth/v1/revoke', '/auth/v1/introspect', '/auth/v1/sso']
const unknownClient = { clientId: 'lkid_00000000000000000000', clientSecret: 'x', token: 'x' }

export const askRefusedTokens: Journey = (send) => askAll(send, '/auth/v1/token', tokenRefusals)

export const askRefusedLinks: Journey = (send) => askAll(send, '/auth/v1/sso', ssoRefusals)

async function askAll(send: Send, path: string, requests: readonly Refused[]): Promise<void> {
  for (const [, asked, status, error] of requests) {
    const { headers = {}, method = 'POST', body = '' } = asked
    expectRefused(await send({ path: asked.path ?? path, method, headers, body }), status, error)
  }
}

export const askForBadLinks: Journey = async (send, product) => {
  const { accessToken } = readTokens(await askTokens(send, product))
  const headers = { Authorization: `Bearer ${accessToken}` }
  for (const [, fields, status, error] of grantRefusals) {
    const entries = Object.entries(fields).map(([name, value]) => [name, value.replace('ACCOUNT', product.accountId)])
    expectRefused(await send({ path: '/auth/v1/sso', form: Object.fromEntries(entries), headers }), status, error)
  }
}

export const askInBothSpellings: Journey = async (send, product) => {
  for (const { status, error, ask } of refusedRequests(product)) {
    expectRefused(await send(ask), status, error)
    expectRefused(await send(inStandardSpelling(ask)), status, error)
  }
}

/** What no form of the protocol may be, or hold. */
export const sendBadForms: Journey = async (send, product) => {
  const { accessToken } = readTokens(await askTokens(send, product))
  const headers = { 'Content-Type': formType, Authorization: `Bearer ${accessToken}` }
  for (const path of forms) {
    expectRefused(await send({ path, method: 'POST', headers, body: 'a'.repeat(20_000) }), 413, 'invalid_request')
    expectRefused(await send({ path, method: 'POST', headers, body: 'x=%' }), 400, 'invalid_request')
  }
  for (const path of ['/auth/v1/revoke', '/auth/v1/introspect']) {
    expectRefused(await send({ path, form: { token: 'x' } }), 401, 'invalid_client')
  }
}

export const useOtherMethods: Journey = async (send, { accountId }) => {
  for (const path of [
    ...published,
    ...forms,
    '/auth/v1/keys/rotate',
    '/auth/v1/verify',
    '/api/v1/events',
    '/api/v1/account-groups',
    '/api/v1/account-groups/a/accounts',
    '/api/v1/accounts',
    '/api/v1/accounts/a',
    '/api/v1/accounts/import',
    '/api/v1/return-addresses',
    '/api/v1/users',
    '/api/v1/users/a',
    '/api/v1/sessions',
    '/api/v1/settings',
    '/api/v1/grants',
    '/api/v1/webhooks',
    '/api/v1/webhooks/a/deliveries',
    '/api/v1/grants/a',
    '/api/v1/refusals',
    '/api/v1/refusals/a',
    '/sso',
    `/launch/${accountId}`,
  ]) {
    const { status, headers } = await send({ path, method: 'DELETE' })
    expect({ status, allow: headers.allow }, path).toEqual({ status: 405, allow: expect.stringMatching(/GET|POST/) })
  }
}

/** From an IP address that no other check uses. */
export const failTooOften: Journey = async (send) => {
  const headers = { 'X-Forwarded-For': '203.0.113.77' }
  const asks: readonly Ask[] = [
    { path: '/auth/v1/token', form: { ...unknownClient, grantType: 'client_credentials' }, headers },
    { path: '/auth/v1/revoke', form: unknownClient, headers },
    { path: '/auth/v1/introspect', form: unknownClient, headers },
    { path: '/auth/v1/sso', form: { accountId: 'a' }, headers: { ...headers, Authorization: 'Bearer a.b.c' } },
    { path: '/api/v1/grants/a', headers: { ...headers, Authorization: 'Bearer a.b.c' } },
    { path: '/api/v1/refusals/a', headers: { ...headers, Authorization: 'Bearer a.b.c' } },
  ]
  for (const ask of asks) {
    let answer = await send(ask)
    for (let times = 1; answer.status === 401 && times < 100; times++) answer = await send(ask)
    expectRefused(answer, 429, 'too_many_requests')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
}

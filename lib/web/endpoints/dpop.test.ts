import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { proveRequest, spendProof } from '#lib/domain/tokens/dpop/prove-request.ts'
import { deleteOldProofs } from '#lib/domain/tokens/dpop/store.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { callApi } from '#lib/testing/api-client.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { type DpopClient, makeDpopClient } from '#lib/testing/dpop-client.ts'
import { root } from '#lib/testing/people.ts'
import {
  clientFields,
  makeTestKey,
  postIntrospection,
  postToken,
  refreshFields,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { scimEndpoint } from '#lib/web/endpoints/scim.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'

const tokenUrl = `${testBaseUrl}/auth/v1/token`
const ssoUrl = `${testBaseUrl}/auth/v1/sso`
const accountsUrl = `${testBaseUrl}/api/v1/accounts`

let services: TestServices
let client: DpopClient
let thief: DpopClient
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  client = await makeDpopClient(services)
  thief = await makeDpopClient(services)
  key = await makeTestKey(services, { role: 'admin', dpop: true, scopes: ['sso', 'introspect', 'accounts:read'] })
})

async function post(fields: Record<string, string>, proof?: string) {
  const response = await postToken(fields, proof === undefined ? {} : { headers: { DPoP: proof } })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const issue = async (by = client, of = key, changes = {}) =>
  post(clientFields(of), await by.prove({ url: tokenUrl, ...changes }))
const refresh = async (refreshToken: string, by: DpopClient | undefined, of = key) =>
  post(refreshFields(of.username, refreshToken), by && (await by.prove({ url: tokenUrl })))

async function askForLink(headers: Record<string, string>) {
  const body = new URLSearchParams({ accountId: 'acme' })
  const request = new Request(ssoUrl, { method: 'POST', headers: { 'X-Request-Id': 'req_1', ...headers }, body })
  const response = await callEndpoint(ssoGrantEndpoint, request)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function present(accessToken: string, by = client, changes = {}) {
  const proof = await by.prove({ url: ssoUrl, accessToken, ...changes })
  return askForLink({ Authorization: `DPoP ${accessToken}`, DPoP: proof })
}

describe('tokens that are bound to a key', () => {
  it('say so, in both spellings', async () => {
    const { status, body } = await issue()
    expect([status, body.tokenType, decodeJwt(body.accessToken).cnf]).toEqual([200, 'DPoP', { jkt: client.jkt }])
    const standard = { grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret }
    expect((await post(standard, await client.prove({ url: tokenUrl }))).body.token_type).toBe('DPoP')
  })

  it('work with proofs of this key: for a link, in the management API, and to refresh', async () => {
    const { accessToken, refreshToken } = (await issue()).body
    expect((await present(accessToken)).status).toBe(200)
    const proof = await client.prove({ url: accountsUrl, method: 'GET', accessToken })
    const headers = { Authorization: `DPoP ${accessToken}`, DPoP: proof }
    expect((await callApi('GET', '/accounts', { headers })).status).toBe(200)
    const refreshed = await refresh(refreshToken, client)
    expect([refreshed.status, decodeJwt(refreshed.body.accessToken).cnf]).toEqual([200, { jkt: client.jkt }])
    expect((await present(refreshed.body.accessToken)).status).toBe(200)
  })

  it('are also issued for a key that doesn’t require it, if the request has a proof', async () => {
    const free = await makeTestKey(services)
    const { accessToken, tokenType } = (await issue(client, free)).body
    expect(tokenType).toBe('DPoP')
    expect((await askForLink({ Authorization: `Bearer ${accessToken}` })).status).toBe(401)
  })

  it('are shown to who introspects them', async () => {
    const { accessToken } = (await issue()).body
    const { id: clientId, secret: clientSecret } = key
    const shown = await (await postIntrospection({ token: accessToken, clientId, clientSecret })).json()
    expect(shown).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: client.jkt } })
  })
})

describe('a stolen token', () => {
  it('is refused without a proof, as a bearer token, and with a proof of another key', async () => {
    const { accessToken } = (await issue()).body
    const bearer = await askForLink({ Authorization: `Bearer ${accessToken}` })
    expect([bearer.status, bearer.body.error]).toEqual([401, 'invalid_token'])
    expect(bearer.headers.get('www-authenticate')).toMatch(
      /^DPoP realm="Latchkey", error="invalid_token", .*algs="ES256 /,
    )
    const none = await askForLink({ Authorization: `DPoP ${accessToken}` })
    expect([none.status, none.body.error]).toEqual([401, 'invalid_dpop_proof'])
    const other = await present(accessToken, thief)
    expect([other.status, other.body.error]).toEqual([401, 'invalid_dpop_proof'])
  })

  it('that refreshes is refused alike without a proof and with another key, and changes nothing', async () => {
    const { refreshToken } = (await issue()).body
    const [without, other] = [await refresh(refreshToken, undefined), await refresh(refreshToken, thief)]
    expect([without.status, without.body, without.body.error]).toEqual([400, other.body, 'invalid_grant'])
    const { body } = await refresh(refreshToken, client)
    // An old one neither: reuse would end the family.
    services.clock.advance(minuteMs)
    expect((await refresh(refreshToken, thief)).status).toBe(400)
    expect((await refresh(body.refreshToken, client)).status).toBe(200)
  })

  it('has no rows written by proofs of another key', async () => {
    const { accessToken, refreshToken } = (await issue()).body
    await services.db.deleteFrom('used_proofs').execute()
    expect((await present(accessToken, thief)).body.error).toBe('invalid_dpop_proof')
    expect((await refresh(refreshToken, thief)).body.error).toBe('invalid_grant')
    expect(await services.db.selectFrom('used_proofs').select('id').execute()).toEqual([])
  })

  it('that is a bearer token stays one', async () => {
    const free = await makeTestKey(services)
    const { accessToken } = (await post(clientFields(free))).body
    expect((await askForLink({ Authorization: `Bearer ${accessToken}` })).status).toBe(200)
    expect((await present(accessToken)).body.error).toBe('invalid_token')
  })

  it('has no way around: a key that requires proofs is no bearer token of a directory', async () => {
    const directory = await makeTestKey(services, { role: 'admin', scopes: ['scim'], dpop: true })
    const ask = async (headers: Record<string, string>) => {
      const request = new Request(`${testBaseUrl}/scim/v2/Users`, { headers: { 'X-Request-Id': 'req_1', ...headers } })
      return (await callEndpoint(scimEndpoint, request)).status
    }
    expect(await ask({ Authorization: `Bearer ${directory.id}.${directory.secret}` })).toBe(401)
    const { accessToken } = (await issue(client, directory)).body
    const proof = await client.prove({ url: `${testBaseUrl}/scim/v2/Users`, method: 'GET', accessToken })
    expect(await ask({ Authorization: `DPoP ${accessToken}`, DPoP: proof })).toBe(200)
  })

  it('is of no use with a secret either: the key requires a proof', async () => {
    const refused = await post(clientFields(key))
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_dpop_proof'])
    expect((await post({ ...clientFields(key), clientSecret: 'x' })).body.error).toBe('invalid_client')
  })
})

describe('a proof', () => {
  it('is accepted once, of 50 parallel presentations', async () => {
    const proof = await client.prove({ url: tokenUrl })
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(clientFields(key), proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set([undefined, 'invalid_dpop_proof']))
    const families = await services.db.selectFrom('refresh_families').select('id').execute()
    expect(families).toHaveLength(1)
  })

  it('is accepted once by three instances together', async () => {
    const { dataDir: DATA_DIR } = services.env
    const instances = [services, await openTestServices({ DATA_DIR }), await openTestServices({ DATA_DIR })]
    const proof = await proveRequest(services, await client.prove({ url: tokenUrl }), { method: 'POST', url: tokenUrl })
    const work = Array.from({ length: 30 }, (_, n) => spendProof(instances[n % 3] ?? services, proof))
    const outcomes = await Promise.allSettled(work)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('of a resource is accepted once', async () => {
    const { accessToken } = (await issue()).body
    const headers = { Authorization: `DPoP ${accessToken}`, DPoP: await client.prove({ url: ssoUrl, accessToken }) }
    const answers = await Promise.all(Array.from({ length: 20 }, () => askForLink(headers)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('of a refresh is accepted once, also by a retry with the same refresh token', async () => {
    const fields = refreshFields(key.username, (await issue()).body.refreshToken)
    const proof = await client.prove({ url: tokenUrl })
    expect((await post(fields, proof)).status).toBe(200)
    expect((await post(fields, proof)).body.error).toBe('invalid_dpop_proof')
    expect((await post(fields, await client.prove({ url: tokenUrl }))).status).toBe(200)
  })

  it('is not looked at before the client has authenticated', async () => {
    const wrong = { ...clientFields(key), clientSecret: `${key.secret.slice(0, -1)}_` }
    for (const proof of ['x', await client.prove({ url: tokenUrl })]) {
      expect((await post(wrong, proof)).body.error).toBe('invalid_client')
    }
    expect(await services.db.selectFrom('used_proofs').select('id').execute()).toEqual([])
  })

  it('needs the nonce that every response to a proof has', async () => {
    const first = await issue(client, key, { claims: { nonce: undefined } })
    expect([first.status, first.body.error]).toEqual([400, 'use_dpop_nonce'])
    const nonce = first.headers.get('dpop-nonce')
    const second = await issue(client, key, { claims: { nonce } })
    expect([second.status, second.headers.get('dpop-nonce')]).toEqual([200, nonce])
    const { accessToken } = second.body
    const third = await present(accessToken, client, { claims: { nonce: 'old' } })
    expect([third.status, third.body.error, third.headers.get('dpop-nonce')]).toEqual([401, 'use_dpop_nonce', nonce])
    expect(third.headers.get('www-authenticate')).toContain('error="use_dpop_nonce"')
  })

  it.each([
    ['another URL', { url: ssoUrl }],
    ['another method', { method: 'GET' }],
    ['another time', { claims: { iat: 1 } }],
    ['no jti', { claims: { jti: undefined } }],
    ['another type', { header: { typ: 'JWT' } }],
  ])('for %s gets no tokens', async (_, changes) => {
    expect((await issue(client, key, changes)).body.error).toBe('invalid_dpop_proof')
  })

  it('for another access token opens nothing', async () => {
    const [one, other] = [(await issue()).body, (await issue()).body]
    const proof = await client.prove({ url: ssoUrl, accessToken: other.accessToken })
    const refused = await askForLink({ Authorization: `DPoP ${one.accessToken}`, DPoP: proof })
    expect(refused.body.error).toBe('invalid_dpop_proof')
  })

  it('that is sent twice is refused', async () => {
    const proof = await client.prove({ url: tokenUrl })
    expect((await post(clientFields(key), `${proof}, ${proof}`)).body.error).toBe('invalid_dpop_proof')
  })

  it('is forgotten when its nonce is refused, not before', async () => {
    const proof = await client.prove({ url: tokenUrl })
    expect((await post(clientFields(key), proof)).status).toBe(200)
    services.clock.advance(6 * minuteMs - secondMs)
    expect(await deleteOldProofs(services.db, 10)).toBe(0)
    expect((await post(clientFields(key), proof)).body.error).toMatch(/^(invalid_dpop_proof|use_dpop_nonce)$/)
    services.clock.advance(secondMs)
    expect(await deleteOldProofs(services.db, 10)).toBe(1)
    expect((await post(clientFields(key), proof)).status).toBe(400)
  })
})

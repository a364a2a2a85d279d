import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { root } from '#lib/testing/people.ts'
import {
  basic,
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postIntrospection,
  postRevocation,
  postToken,
  readTokens,
  refreshFields,
  refusalBody,
  show,
  type TestKey,
  type TokenAnswer,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { introspectionAnswer } from '#lib/web/oauth/schema.ts'

let services: TestServices
/** The key whose tokens are introspected, and another key that introspects them. Both have the scope. */
let key: TestKey
let asker: TestKey
let tokens: TokenAnswer
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services, { scopes: ['sso', 'introspect'] })
  asker = await makeTestKey(services, { scopes: ['introspect'] })
  tokens = await issueTestTokens(key)
})

const inactive = { status: 200, headers: commonHeaders, body: '{"active":false}' }
const badClient = {
  status: 401,
  headers: { ...commonHeaders, 'www-authenticate': 'Basic realm="Latchkey", charset="UTF-8"' },
  body: refusalBody('invalid_client', 'The API key or its secret is not valid.'),
}

function introspect(token: string, by = asker): Promise<Response> {
  return postIntrospection({ token }, { headers: basic(by.id, by.secret) })
}

async function read(token: string, by = asker) {
  const { status, headers, body } = await show(await introspect(token, by))
  expect([status, headers]).toEqual([200, commonHeaders])
  return introspectionAnswer.parse(JSON.parse(body))
}

const second = testStart / 1_000

describe('POST /auth/v1/introspect, active', () => {
  it('returns the claims and the user of an access token, and nothing else', async () => {
    expect(await read(tokens.accessToken)).toEqual({
      active: true,
      scope: 'sso introspect',
      client_id: key.id,
      username: key.username,
      token_type: 'Bearer',
      exp: second + 36_000,
      iat: second,
      sub: key.ownerId,
      aud: testBaseUrl,
      iss: testBaseUrl,
      jti: decodeJwt(tokens.accessToken).jti,
    })
  })

  it('returns the idle end of a refresh token to its key, without scope and token_type', async () => {
    services.clock.advance(5_000)
    const { refreshToken } = await readTokens(await postToken(refreshFields(key.email, tokens.refreshToken)))
    expect(await read(refreshToken, key)).toEqual({
      active: true,
      client_id: key.id,
      username: key.username,
      exp: second + 5 + (14 * dayMs) / 1_000,
      iat: second + 5,
      sub: key.ownerId,
      iss: testBaseUrl,
    })
  })

  it.each<[string, () => Record<string, string>]>([
    ['a form', () => ({ client_id: asker.id, client_secret: asker.secret })],
    ['the spelling of the specification', () => ({ clientId: asker.id, clientSecret: asker.secret })],
  ])('is asked by a key in %s, too, and whatever the hint', async (_, client) => {
    for (const hint of ['access_token', 'refresh_token', 'x', '']) {
      const fields = { token: tokens.accessToken, token_type_hint: hint, ...client() }
      expect(await (await postIntrospection(fields)).json()).toMatchObject({ active: true })
    }
  })

  it('is told to a key that repeats its client_id beside HTTP Basic, not to one that names another', async () => {
    const headers = basic(asker.id, asker.secret)
    const same = await postIntrospection({ token: tokens.accessToken, client_id: asker.id }, { headers })
    expect(await same.json()).toMatchObject({ active: true })
    const other = await postIntrospection({ token: tokens.accessToken, client_id: key.id }, { headers })
    const description = 'The client_id in the body differs from the key ID in the Authorization header.'
    expect(await show(other)).toEqual({
      status: 400,
      headers: commonHeaders,
      body: refusalBody('invalid_request', description),
    })
  })

  it('until the exact millisecond at which the token expires', async () => {
    services.clock.advance(36_000_000 - 1)
    expect(await read(tokens.accessToken)).toMatchObject({ active: true })
    services.clock.advance(1)
    expect(await show(await introspect(tokens.accessToken))).toEqual(inactive)
  })

  it('until the exact millisecond at which the refresh token is idle for too long', async () => {
    services.clock.advance(14 * dayMs - 1)
    expect(await read(tokens.refreshToken, key)).toMatchObject({ active: true })
    services.clock.advance(1)
    expect(await show(await introspect(tokens.refreshToken, key))).toEqual(inactive)
  })

  it('names the same instant as the end that the absolute end moves to', async () => {
    for (let week = 1; week <= 12; week++) {
      services.clock.set(testStart + week * 7 * dayMs)
      tokens = await readTokens(await postToken(refreshFields(key.email, tokens.refreshToken)))
    }
    expect(await read(tokens.refreshToken, key)).toMatchObject({ exp: second + (90 * dayMs) / 1_000 })
  })
})

describe('POST /auth/v1/introspect, exactly {"active":false}', () => {
  const replacePart = (index: number, text: string) => tokens.refreshToken.split('.').with(index, text).join('.')

  it.each<[string, () => string]>([
    ['what is no token', () => 'x'],
    ['a secret', () => key.secret],
    ['a token of nobody', () => replacePart(1, `fam_${'x'.repeat(20)}`)],
    ['a made-up mac', () => replacePart(3, 'x'.repeat(43))],
    ['a generation that is still to come', () => replacePart(2, '2')],
    ['a changed access token', () => `${tokens.accessToken.slice(0, -4)}AAAA`],
    ['a token without a signature', () => tokens.accessToken.replace(/[^.]*$/, '')],
    ['the longest that a form can hold', () => 'x.'.repeat(8_000)],
  ])('for %s', async (_, token) => {
    for (const by of [asker, key]) expect(await show(await introspect(token(), by))).toEqual(inactive)
  })

  it("for a good refresh token of another key, also of the same owner's, whatever the hint", async () => {
    const sibling = await makeTestKey(services, { ownerId: key.ownerId, scopes: ['sso', 'introspect'] })
    for (const by of [asker, sibling]) {
      for (const token_type_hint of ['refresh_token', 'access_token']) {
        const headers = basic(by.id, by.secret)
        const answer = await postIntrospection({ token: tokens.refreshToken, token_type_hint }, { headers })
        expect(await show(answer)).toEqual(inactive)
      }
    }
    expect(await read(tokens.refreshToken, key)).toMatchObject({ active: true })
  })

  it('for a refresh token that was exchanged, also while it may be repeated', async () => {
    await postToken(refreshFields(key.email, tokens.refreshToken))
    expect(await show(await introspect(tokens.refreshToken, key))).toEqual(inactive)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the key is revoked', () => revokeApiKey(services, root, key.id)],
    ['the key is disabled', () => disableApiKey(services, root, key.id)],
    ['the key has expired', () => expireKey()],
    ['the owner is deactivated', () => deactivateUser(services, root, key.ownerId)],
    ['the family is revoked', () => postRevocation({ token: tokens.refreshToken, client_id: key.id })],
    ['the family is gone', () => services.db.deleteFrom('refresh_families').execute()],
  ])('for both tokens from the moment at which %s', async (_, spoil) => {
    await spoil()
    expect(await show(await introspect(tokens.accessToken))).toEqual(inactive)
    expect(await show(await introspect(tokens.refreshToken))).toEqual(inactive)
    // The token's own key is refused itself, unless only the family has ended.
    expect([inactive, badClient]).toContainEqual(await show(await introspect(tokens.refreshToken, key)))
  })

  function expireKey() {
    return services.db.updateTable('api_keys').set({ expires_at: testStart }).where('id', '=', key.id).execute()
  }
})

describe('asking about a token', () => {
  async function dump(): Promise<string> {
    const tables = ['refresh_families', 'audit_events', 'signing_keys'] as const
    const rows = await Promise.all(tables.map((name) => sql`select * from ${sql.table(name)}`.execute(services.db)))
    const used = services.db.selectFrom('api_keys').selectAll().where('id', '=', key.id)
    return JSON.stringify([rows.map((result) => result.rows), await used.execute()])
  }

  it('changes nothing, and is no use of its key, however long ago that was', async () => {
    const { refreshToken } = await readTokens(await postToken(refreshFields(key.email, tokens.refreshToken)))
    services.clock.advance(600_000)
    const before = await dump()
    for (const token of [tokens.accessToken, tokens.refreshToken, refreshToken, 'x']) await introspect(token)
    expect(await dump()).toBe(before)
    expect((await postToken(refreshFields(key.email, refreshToken))).status).toBe(200)
  })

  it('is a use of the key that asks, and never a failure', async () => {
    for (let i = 0; i < 210; i++) expect((await introspect('x')).status).toBe(200)
    const { last_used_at: usedAt } = await services.db
      .selectFrom('api_keys')
      .select('last_used_at')
      .where('id', '=', asker.id)
      .executeTakeFirstOrThrow()
    expect(usedAt).toBe(testStart)
    await issueTestTokens(key)
  })
})

describe('POST /auth/v1/introspect, refused', () => {
  it('with insufficient_scope for a key that may not ask, and without a challenge', async () => {
    const { id, secret } = await makeTestKey(services)
    expect(await show(await postIntrospection({ token: tokens.accessToken }, { headers: basic(id, secret) }))).toEqual({
      status: 403,
      headers: commonHeaders,
      body: refusalBody('insufficient_scope', 'The API key does not have the scope introspect.'),
    })
  })

  it.each<[string, () => Record<string, string>]>([
    ['the secret is wrong', () => ({ client_id: asker.id, client_secret: newKeySecret() })],
    ['the key is unknown', () => ({ client_id: `lkid_${'x'.repeat(20)}`, client_secret: asker.secret })],
    ['there is no secret', () => ({ client_id: asker.id })],
    ['there is no client at all', () => ({})],
  ])('with invalid_client when %s', async (_, client) => {
    expect(await show(await postIntrospection({ token: tokens.accessToken, ...client() }))).toEqual(badClient)
  })

  it('with invalid_client when the key that asks is disabled', async () => {
    await disableApiKey(services, root, asker.id)
    expect(await show(await introspect(tokens.accessToken))).toEqual(badClient)
  })

  it('with invalid_client for a bearer token, which is no API key', async () => {
    const headers = { Authorization: `Bearer ${tokens.accessToken}` }
    expect(await show(await postIntrospection({ token: tokens.accessToken }, { headers }))).toEqual(badClient)
  })

  it('with 429 after 20 wrong secrets', async () => {
    const wrong = { token: 'x', client_id: asker.id, client_secret: newKeySecret() }
    for (let i = 0; i < 20; i++) expect((await postIntrospection(wrong)).status).toBe(401)
    expect((await postIntrospection(wrong)).status).toBe(429)
    expect((await postToken(clientFields(asker))).status).toBe(429)
  })

  it.each<[string, Record<string, string>]>([
    ['The field token is missing.', { client_id: 'x', client_secret: 'x' }],
    ['The field client_id is missing.', { token: 'x', client_secret: 'x' }],
    ['Spell all fields one way: in camelCase, or as RFC 6749 does.', { token: 'x', client_id: 'x', clientSecret: 'x' }],
  ])('with invalid_request: %s', async (description, fields) => {
    const refused = { status: 400, headers: commonHeaders, body: refusalBody('invalid_request', description) }
    expect(await show(await postIntrospection(fields))).toEqual(refused)
  })
})
